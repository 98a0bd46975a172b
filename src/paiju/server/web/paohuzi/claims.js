// @ts-check
/** @import { Child, Win } from "paiju/page" */
/** What may be done with an open card: a button a claim, and a chip a way to eat, drawn as what it lays. */
import { num, t } from "../texts.js";
import { Icon } from "../ui/ui.js";
import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { Chip, Sets, named } from "./sets.js";

/** @typedef {{action: string, sets: string[][]}} Way an action, and the sets it lays */

const MOST_WAYS = 8; // more are chosen in two steps

/** The ways to eat among some actions. @param {readonly string[]} actions @returns {Way[]} */
export const eatings = (actions) =>
  actions
    .filter((action) => action.startsWith("eat "))
    .map((action) => ({
      action,
      sets: action
        .split(" ")
        .slice(1)
        .map((set) => set.split("-")),
    }));

/**
 * Whether the ways are chosen in two steps: first a set, then what is laid with it.
 * @param {readonly Way[]} ways
 */
export const inSteps = (ways) => ways.length > MOST_WAYS;

/** The different sets of some ways, in the order they come. @param {readonly Way[]} ways */
const firstSets = (ways) => [...new Set(ways.flatMap(({ sets }) => sets.map((set) => set.join("-"))))];

/**
 * The ways that lay `set`, which is left out of them.
 * @param {readonly Way[]} ways
 * @param {string} set
 * @returns {Way[]}
 */
function waysWith(ways, set) {
  const found = ways.map(({ action, sets }) => ({
    action,
    sets,
    at: sets.findIndex((cards) => cards.join("-") === set),
  }));
  return found
    .filter(({ at }) => at >= 0)
    .map(({ action, sets, at }) => ({ action, sets: sets.filter((_, i) => i !== at) }));
}

/**
 * The choices now, in order: sets of a first step, or ways.
 * @param {Way[]} ways
 * @param {string | null} first the set chosen already
 */
export function picks(ways, first) {
  if (inSteps(ways) && !first) return { sets: firstSets(ways), ways: [] };
  return { sets: [], ways: first ? waysWith(ways, first) : ways };
}

/** @param {readonly string[][]} sets @param {number} hu */
const spoken = (sets, hu) =>
  t("web.paohuzi.do.eat.way", { cards: sets.map(named).join(" + ") }) +
  t("web.comma") +
  t("web.paohuzi.gain", { hu });

/** @param {{n: number}} props */
const Digit = ({ n }) =>
  n >= 0 && n < 9 && html`<small class="pz-number" aria-hidden="true">${n + 1}</small>`;

/**
 * @typedef {{off: boolean, sent: string, hinted: string | null, lays: Record<string, number>}} Shown what can
 *   be pressed now, what is on its way, what a hint shows, and hu by action
 */

/**
 * The ways to eat. Every offered one is a `choice` at all times; those that cannot be chosen now are hidden.
 * @param {{eating: import("./eating.js").Eating} & Shown} props
 */
function Eating({ eating: { ways, once, first, chosen, choose, onFirst }, hinted, off, sent, lays }) {
  const now = picks(ways, first);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = chosen ?? hinted;
  useEffect(() => {
    list.current
      ?.querySelector(`[data-action="${shown}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown]);
  useEffect(() => list.current?.scrollTo(0, 0), [first]);
  return html`<div class="pz-ways" ref=${list} role="group" aria-label=${t("web.paohuzi.panel")} dir="ltr">
    ${
      first &&
      html`<button type="button" class="pz-way" onClick=${() => onFirst(null)}>
      <span class="visually-hidden">${t("web.paohuzi.panel.back")}</span>
      <span class="pz-row" aria-hidden="true"><${Icon} name="back" size="16" />
        <${Sets} sets=${[first.split("-")]} /></span>
      </button>`
    }
    ${now.sets.map((set, n) => {
      const count = waysWith(ways, set).length;
      return html`<button type="button" class="pz-way" key=${set}
        onClick=${() => onFirst(set)}><span class="visually-hidden">
        ${t("web.paohuzi.panel.set", { cards: named(set.split("-")), count })}</span><${Digit} n=${n} />
          <span class="pz-row" aria-hidden="true">
          <${Sets} sets=${[set.split("-")]} /><span>▸${num(count)}</span></span></button>`;
    })}
    ${ways.map(({ action, sets }) => {
      const n = now.ways.findIndex((way) => way.action === action);
      const drawn = now.ways[n]?.sets ?? sets;
      const ready = chosen === action;
      return html`<button type="button" class=${`pz-way${hinted === action ? " pz-hinted" : ""}`}
          key=${action} data-testid="choice" data-action=${action}
        hidden=${n < 0} aria-pressed=${once ? null : String(ready)} aria-disabled=${off ? "true" : null}
        aria-busy=${sent === action || null} onClick=${() => choose(action)}><span class="visually-hidden">
        ${spoken(sets, lays[action])}</span>${ways.length > 1 && html`<${Digit} n=${n} />`}
        <span class="pz-row" aria-hidden="true">${first && html`<b class="pz-plus">+</b>`}${
          drawn.length
            ? html`<${Sets}
            sets=${drawn} />`
            : t("web.paohuzi.panel.alone")
        }</span>
        <small class="pz-gain digits" dir="auto" aria-hidden="true">${
          (ready || once) && html`<b>${t("web.paohuzi.do.eat")}</b> `
        }${t("web.paohuzi.gain", { hu: lays[action] })}</small></button>`;
    })}</div>`;
}

/**
 * The buttons of a claim, the strongest at the end.
 * @param {{actions: readonly string[], card: string | null, win: Win | undefined, eating:
 *   import("./eating.js").Eating, act: (action: string) => void} & Shown} props
 */
export function Claims({ actions, card, win, eating, act, ...shown }) {
  const { hinted, off, sent, lays } = shown;
  const choice = (/** @type {string} */ action, /** @type {string} */ look, /** @type {Child} */ content) =>
    html`<button type="button" key=${action} class=${`button ${look}${hinted === action ? " pz-hinted" : ""}`}
        data-testid="choice" data-action=${action}
      aria-disabled=${off ? "true" : null} aria-busy=${sent === action || null}
      onClick=${() => act(action)}>${content}</button>`;
  return html`
    ${
      actions.includes("pong") &&
      choice(
        "pong",
        "pz-do",
        html`<span class="pz-row">${t("web.paohuzi.do.pong")}${card && html`<${Chip} code=${card} />`}</span>
          <small class="pz-gain digits" dir="auto">${t("web.paohuzi.gain", { hu: lays.pong })}</small>`,
      )
    }
    ${eating.ways.length > 0 && html`<${Eating} ...${{ eating, ...shown }} />`}
    ${
      actions.includes("hu") &&
      choice(
        "hu",
        "button-main pz-do",
        win ? t("web.paohuzi.do.hu.points", { hu: win.hu, points: win.final }) : t("web.paohuzi.do.hu"),
      )
    }`;
}
