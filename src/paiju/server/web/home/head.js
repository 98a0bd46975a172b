// @ts-check
/** @import { Child } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Icon, Link } from "../ui/ui.js";

/** The five places of the site: where each leads, and the pages that belong to it. */
const PLACES = [
  { name: "play", href: "/", icon: "play", own: /^\/$/ },
  { name: "learn", href: "/learn", icon: "hint", own: /^\/(learn(\/[^/]+)?|puzzles|rules\/.+|programs)$/ },
  { name: "today", href: "/today", icon: "score", own: /^\/(today|(series|club)\/.+)$/ },
  { name: "watch", href: "/watch", icon: "eye", own: /^\/watch$/ },
  { name: "me", href: "/games", icon: "person", own: /^\/(games|profile\/.+|about)$/ },
];

/**
 * The way to each place, at the thumb on phones; nothing at a table, in a replay and in a lesson.
 * @param {{path: string}} props
 */
export function Places({ path }) {
  const here = PLACES.find(({ own }) => own.test(path));
  if (!here) return null;
  return html`<nav class="places" aria-label=${t("web.places")}><ul>
    ${PLACES.map(
      ({ name, href, icon }) => html`<li key=${name}><${Link} href=${href} data-testid=${`place-${name}`}
          aria-current=${name === here.name ? (path === href ? "page" : "true") : null}>
        <${Icon} name=${icon} size=${22} /><span>${t(`web.place.${name}`)}</span><//></li>`,
    )}</ul></nav>`;
}

/**
 * The head of a page below home: the way back, the title, and what is beside it.
 * @param {{title: Child, children?: Child}} props
 */
export function PageHead({ title, children }) {
  return html`<header class="page-head">
    <${Link} class="button button-quiet button-icon" href="/" aria-label=${t("web.home")}>
    <${Icon} name="back" /><//>
    <h1 tabindex="-1">${title}</h1>
    ${children}
  </header>`;
}
