// @ts-check
/** @import { Child, Win } from "paiju/page" */
/** What may be done with an open card: a button a claim, and the panel of the ways to eat. */
import { num, t } from "../texts.js";
import { Button, Icon } from "../ui/ui.js";
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

/** Whether there is one way, of one set: it is drawn on its button. @param {readonly Way[]} ways */
export const isSingle = (ways) => ways.length === 1 && ways[0].sets.length === 1;

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
 * What can be picked now, in order: sets of a first step, or ways.
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

/**
 * What the sets of a claim count; `named`: its button says so.
 * @param {{hu: number, named?: boolean}} props
 */
const Gain = ({ hu, named: silent = false }) =>
  html`<small class="pz-gain digits" dir="auto" aria-hidden=${silent || null}>
    ${t("web.paohuzi.gain", { hu })}</small>`;

/** @param {{n: number}} props */
const Digit = ({ n }) =>
  n >= 0 && n < 9 && html`<small class="pz-number" aria-hidden="true">${n + 1}</small>`;

/**
 * @typedef {{off: boolean, sent: string, hinted: string | null, lays: Record<string, number>}} Shown what can
 *   be pressed now, what is on its way, what a hint shows, and hu by action
 */

/**
 * The panel over the upper end of the hand. Every offered way is a `choice` in it at all times; those that
 * cannot be chosen now are hidden.
 * @param {{eating: import("./eating.js").Eating} & Shown} props
 */
export function ClaimPanel({
  eating: { ways, open, first, chosen, choose, onFirst, close },
  hinted,
  off,
  sent,
  lays,
}) {
  const now = picks(ways, first);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = chosen ?? hinted;
  useEffect(() => {
    list.current
      ?.querySelector(`[data-action="${shown}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown, open]);
  useEffect(() => list.current?.scrollTo(0, 0), [first]);
  return html`<div class="pz-panel" role="group" aria-label=${t("web.paohuzi.panel")} hidden=${!open}
      dir="ltr"><div class="pz-ways" ref=${list}>
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
      return html`<button type="button" class=${`pz-way${hinted === action ? " pz-hinted" : ""}`}
          key=${action} data-testid="choice" data-action=${action}
        hidden=${n < 0} aria-pressed=${String(chosen === action)} aria-disabled=${off ? "true" : null}
        aria-busy=${sent === action || null} onClick=${() => choose(action)}><span class="visually-hidden">
        ${spoken(sets, lays[action])}</span><${Digit} n=${n} />
        <span class="pz-row" aria-hidden="true">${first && html`<b class="pz-plus">+</b>`}${
          drawn.length
            ? html`<${Sets}
            sets=${drawn} />`
            : t("web.paohuzi.panel.alone")
        }</span>
        <${Gain} hu=${lays[action]} named /></button>`;
    })}</div>
    <${Button} kind="quiet" icon="close" class="pz-panel-close" aria-label=${t("web.paohuzi.panel.close")}
        onClick=${close} />
  </div>`;
}

/**
 * The buttons of a claim, the strongest at the end. Of several ways to eat the one that is chosen in the
 * panel stands here.
 * @param {{actions: readonly string[], card: string | null, win: Win | undefined, eating:
 *   import("./eating.js").Eating, act: (action: string) => void} & Shown} props
 */
export function Claims({ actions, card, win, eating, hinted, off, sent, lays, act }) {
  const { ways, several, open } = eating;
  const single = isSingle(ways);
  const choice = (
    /** @type {string} */ action,
    /** @type {string} */ look,
    /** @type {Child} */ content,
    label = "",
  ) =>
    html`<button type="button" key=${action} class=${`button ${look}${hinted === action ? " pz-hinted" : ""}`}
        data-testid="choice" data-action=${action}
      aria-disabled=${off ? "true" : null} aria-busy=${sent === action || null}
      onClick=${() => act(action)}>${label && html`<span class="visually-hidden">${label}</span>`}
      ${content}</button>`;
  return html`
    ${
      actions.includes("pong") &&
      choice(
        "pong",
        "pz-do",
        html`<span class="pz-row">
    ${t("web.paohuzi.do.pong")}${card && html`<${Chip} code=${card} />`}</span><${Gain} hu=${lays.pong} />`,
      )
    }
    ${
      !several &&
      ways.map(({ action, sets }) =>
        choice(
          action,
          single ? "pz-do pz-single" : "pz-do",
          html`<span class="pz-row" aria-hidden="true">${single && t("web.paohuzi.do.eat")}
            <${Sets} sets=${sets} /></span><${Gain} hu=${lays[action]} named />`,
          spoken(sets, lays[action]),
        ),
      )
    }
    ${
      several &&
      (open
        ? html`<${Chosen} ...${{ eating, off, sent, lays, act, main: !actions.includes("hu") }} />`
        : html`<button type="button" class="button pz-do" data-testid="claims"
      aria-disabled=${off ? "true" : null} onClick=${eating.toggle}>
        ${t("web.paohuzi.do.eat")} <span class="pz-more"><${Icon} name="chevron" size="14" />
        ${num(ways.length)}</span></button>`)
    }
    ${
      actions.includes("hu") &&
      choice(
        "hu",
        "button-main pz-do",
        win ? t("web.paohuzi.do.hu.points", { hu: win.hu, points: win.final }) : t("web.paohuzi.do.hu"),
      )
    }`;
}

/**
 * The way that is chosen in the panel, to be done.
 * @param {{eating: import("./eating.js").Eating, off: boolean, sent: string, lays: Record<string, number>,
 *   act: (action: string) => void, main: boolean}} props
 */
function Chosen({ eating: { ways, chosen }, off, sent, lays, act, main }) {
  const way = ways.find(({ action }) => action === chosen);
  const look = `button pz-do pz-single ${main ? "button-main" : ""}`;
  if (!way)
    return html`<button type="button" class=${look} data-testid="do" data-action="" aria-disabled="true"
        title=${t("web.paohuzi.do.eat.which")}>${t("web.paohuzi.do.eat")} …</button>`;
  return html`<button type="button" class=${look} data-testid="do" data-action=${way.action}
      aria-disabled=${off ? "true" : null} aria-busy=${sent === way.action || null}
    onClick=${() => act(way.action)}><span class="visually-hidden">
    ${spoken(way.sets, lays[way.action])}</span>
    <span class="pz-row" aria-hidden="true">${t("web.paohuzi.do.eat")}<${Sets} sets=${way.sets} /></span>
    <${Gain} hu=${lays[way.action]} named /></button>`;
}
