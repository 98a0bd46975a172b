// @ts-check
/** What may be done with an open card: a button a claim, and the panel of the ways to eat. */
import { num, rtl, t } from "../texts.js";
import { Icon } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";
import { Chip, Way, named } from "./sets.js";

/** @typedef {{action: string, sets: string[][]}} Eating */

const MOST_WAYS = 8; // more are chosen in two steps

/** The ways to eat among some actions. @param {readonly string[]} actions @returns {Eating[]} */
export const eatings = (actions) => actions.filter((action) => action.startsWith("eat "))
  .map((action) => ({ action, sets: action.split(" ").slice(1).map((set) => set.split("-")) }));

/** Whether there is one way, of one set: it is drawn on its button. @param {readonly Eating[]} ways */
export const isSingle = (ways) => ways.length === 1 && ways[0].sets.length === 1;

/** Whether the ways are chosen in two steps: first a set, then what is laid with it. @param {readonly Eating[]} ways */
export const inSteps = (ways) => ways.length > MOST_WAYS;

/** The different sets of some ways, in the order they come. @param {readonly Eating[]} ways */
const firstSets = (ways) => [...new Set(ways.flatMap(({ sets }) => sets.map((set) => set.join("-"))))];

/** The ways that lay `set`, which is left out of them. @param {readonly Eating[]} ways @param {string} set @returns {Eating[]} */
function waysWith(ways, set) {
  const found = ways.map(({ action, sets }) => ({ action, sets, at: sets.findIndex((cards) => cards.join("-") === set) }));
  return found.filter(({ at }) => at >= 0).map(({ action, sets, at }) => ({ action, sets: sets.filter((_, i) => i !== at) }));
}

/** What can be picked now, in order: sets of a first step, or ways. @param {Eating[]} ways @param {string | null} first the set chosen already */
export function picks(ways, first) {
  if (inSteps(ways) && !first) return { sets: firstSets(ways), ways: [] };
  return { sets: [], ways: first ? waysWith(ways, first) : ways };
}

/** @param {readonly string[][]} sets */
const spoken = (sets) => t("web.paohuzi.do.eat.way", { cards: sets.map(named).join(" + ") });

/** @param {{n: number}} props */
const Digit = ({ n }) => n >= 0 && n < 9 && html`<small class="pz-number" aria-hidden="true">${n + 1}</small>`;

/**
 * The panel over the own sets, and over the question line: what that said of a suggestion (`said`) stands here. Every offered way is a `choice` in it at all times; those that cannot be chosen now are hidden.
 * @param {{ways: Eating[], open: boolean, first: string | null, hinted: string | null, off: boolean, sent: string, said: string | null, onFirst: (set: string | null) => void, act: (action: string) => void}} props
 */
export function ClaimPanel({ ways, open, first, hinted, off, sent, said, onFirst, act }) {
  const now = picks(ways, first);
  return html`<div class="pz-panel" role="group" aria-label=${t("web.paohuzi.panel")} hidden=${!open} dir="ltr">
    ${first && html`<button type="button" class="pz-way" aria-label=${t("web.paohuzi.panel.back")} onClick=${() => onFirst(null)}>
      <${Icon} name="back" size="16" /><${Way} sets=${[first.split("-")]} /></button><b class="pz-plus" aria-hidden="true">+</b>`}
    ${now.sets.map((set, n) => {
      const count = waysWith(ways, set).length;
      return html`<button type="button" class="pz-way" key=${set} aria-label=${t("web.paohuzi.panel.set", { cards: named(set.split("-")), count })}
        onClick=${() => onFirst(set)}><${Digit} n=${n} /><${Way} sets=${[set.split("-")]} /><span aria-hidden="true">▸${num(count)}</span></button>`;
    })}
    ${ways.map(({ action, sets }) => {
      const n = now.ways.findIndex((way) => way.action === action);
      const drawn = now.ways[n]?.sets ?? sets;
      return html`<button type="button" class=${`pz-way${hinted === action ? " pz-hinted" : ""}`} key=${action} data-testid="choice" data-action=${action}
        hidden=${n < 0} aria-disabled=${off ? "true" : null} aria-busy=${sent === action || null} aria-label=${spoken(sets)} onClick=${() => act(action)}><${Digit} n=${n} />
        ${drawn.length ? html`<${Way} sets=${drawn} />` : t("web.paohuzi.panel.alone")}</button>`;
    })}
    ${said && html`<p class="pz-said" dir=${rtl() ? "rtl" : "ltr"}>${said}</p>`}
  </div>`;
}

/**
 * The buttons of a claim, the strongest at the end. `wide`: ways to eat stand beside each other, without a panel.
 * @param {{actions: readonly string[], card: string | null, win: any, ways: Eating[], open: boolean, wide: boolean, hinted: string | null, off: boolean, sent: string,
 *   onOpen: () => void, act: (action: string) => void}} props
 */
export function Claims({ actions, card, win, ways, open, wide, hinted, off, sent, onOpen, act }) {
  const single = isSingle(ways);
  const choice = (/** @type {string} */ action, /** @type {string} */ look, /** @type {any} */ content, /** @type {string | null} */ label = null) =>
    html`<button type="button" key=${action} class=${`button ${look}${hinted === action ? " pz-hinted" : ""}`} data-testid="choice" data-action=${action}
      aria-disabled=${off ? "true" : null} aria-busy=${sent === action || null} aria-label=${label} onClick=${() => act(action)}>${content}</button>`;
  return html`
    ${actions.includes("pong") && choice("pong", "pz-do", html`${t("web.paohuzi.do.pong")}${card && html`<${Chip} code=${card} />`}`)}
    ${(single || wide) && ways.map(({ action, sets }) => choice(action, single ? "pz-do pz-single" : "pz-do", html`${single && t("web.paohuzi.do.eat")}<${Way} sets=${sets} />`, spoken(sets)))}
    ${!single && !wide && ways.length > 0 && html`<button type="button" class="button pz-do" data-testid="claims" aria-expanded=${String(open)} aria-disabled=${off ? "true" : null} onClick=${onOpen}>
      ${t("web.paohuzi.do.eat")} <span class="pz-more"><${Icon} name="chevron" size="14" />${num(ways.length)}</span></button>`}
    ${actions.includes("hu") && choice("hu", "button-main pz-do", win ? t("web.paohuzi.do.hu.points", { hu: win.hu, points: win.final }) : t("web.paohuzi.do.hu"))}`;
}
