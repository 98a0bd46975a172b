// @ts-check
/** @import { Child, GameModule, GameView } from "paiju/page" */
/** A guided first deal: the real table, the real rules, and a guide who says one thing at a time. */
import { prefs } from "../prefs.js";
import { useOpening } from "../home/open.js";
import { stateAt } from "../replay/steps.js";
import { Frame } from "../table/frame.js";
import { LogPanel } from "../table/panel.js";
import { useGame } from "../table/table.js";
import { list, sayError, signed, t } from "../texts.js";
import { Aloud } from "../ui/aloud.js";
import { Button, Icon, Link, useTitle } from "../ui/ui.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef } from "../vendor/htm-preact.js";
import { useGuided } from "./guided.js";
import { namesOf } from "./names.js";
import { placesOf, Pointer, spotsOf } from "./pointing.js";
import { noteLearned } from "./progress.js";

/** @typedef {ReturnType<typeof useGuided>} Guided */
/** @typedef {Record<string, string>} Names */

const LEVELS = ["", "normal", "hard", "easy", "master"]; // the masks of the others
const nothing = () => [];

/**
 * The table of a moment: a replay's, with faces for those who play.
 * @param {import("./guided.js").Deal} deal @param {string} game @param {number} at @param {boolean} forward
 */
function tableOf(deal, game, at, forward) {
  const { seat, seats } = deal.reply;
  const played = {
    game,
    options_line: "",
    names: namesOf(seats, seat),
    deals: 1,
    returns: [],
    steps: deal.steps,
  };
  const state = stateAt("first", played, 1, at, seat, forward);
  const chairs = state.room.seats.map((chair) =>
    chair.seat === seat ? chair : { ...chair, kind: "bot", level: LEVELS[chair.seat] },
  );
  return { names: played.names, state: { ...state, room: { ...state.room, seats: chairs } } };
}

/** `/learn/GAME/deal` @param {{game: string}} props */
export function First({ game }) {
  const module = useGame(game);
  const guided = useGuided(game);
  useTitle(t("web.first.title"));
  useLayoutEffect(() => {
    if (guided.over) noteLearned(`${game}/deal`);
  }, [guided.over]);
  return html`<div class="guided" data-testid="guided" data-answers=${guided.deal?.answers.length ?? 0}
      data-asks=${String(guided.prompt !== null)} data-over=${String(guided.over)}>
    <header class="guided-head">
      <${Link} class="button button-quiet button-icon" href="/learn" aria-label=${t("web.learn.all")}>
      <${Icon} name="back" /><//>
      <h1 tabindex="-1">${t("web.first.title")} <small class="muted">${t(`web.game.${game}`)}</small></h1>
      <${Progress} guided=${guided} />
    </header>
    ${
      guided.deal && module
        ? html`<${Table} game=${game} module=${module} guided=${guided} deal=${guided.deal} />`
        : html`<div class="guided-coach" aria-busy="true"><p role="status">
          ${guided.error ? sayError(guided.error) : t("web.connecting")}</p></div>`
    }
  </div>`;
}

/** How far one is, as dots and in words. @param {{guided: Guided}} props */
function Progress({ guided: { deal, intro, over } }) {
  if (!deal) return null;
  const { before, tip } = deal.reply;
  const of = before.length + (tip?.of ?? deal.answers.length);
  const at = intro
    ? before.indexOf(intro)
    : before.length + Math.min(deal.answers.length, of - before.length);
  const words = t("web.first.step", { at: over ? of : Math.min(at + 1, of), of });
  return html`<span class="guided-steps" role="img" aria-label=${words} title=${words}>
    ${Array.from(
      { length: of },
      (_, n) => html`<i key=${n} data-done=${n < at || over} data-now=${n === at}></i>`,
    )}
  </span>`;
}

/**
 * @param {{game: string, module: GameModule, guided: Guided, deal: import("./guided.js").Deal}} props
 */
function Table({ game, module, guided, deal }) {
  const { at, prompt, sent } = guided;
  const shown = useRef({ deal, at, forward: false });
  if (shown.current.at !== at || shown.current.deal !== deal)
    shown.current = { deal, at, forward: at === shown.current.at + 1 };
  const { names, state } = useMemo(() => tableOf(deal, game, at, shown.current.forward), [deal, game, at]);
  const { view } = state;
  const context = {
    names,
    emperor: view.game === "baohuang" ? view.emperor : null,
    tell: module.tell,
    cards: module.cardWords,
  };
  const ui = { names, open: nothing, sheet: "", said: null, context, onRule: nothing, readonly: !prompt };
  const board = { ...state, prompt, pending: sent ? [{ id: "", message: sent, at: 0 }] : [] };
  const words = (/** @type {string} */ action) => module.answerWords?.(action) ?? action;
  const facts = Object.fromEntries(names.map((name, seat) => [`p${seat}`, name]));
  return html`<${Coach} game=${game} guided=${guided} deal=${deal} view=${view} facts=${facts} names=${names}
      words=${words} />
    <${Frame} game=${game} label=${t("web.first.title")} bar=${null}>
      <${module.Board} state=${board} send=${guided.send} prefs=${prefs()} ui=${ui} />
    <//>
    <aside class="guided-log" aria-label=${t("web.table.log")}>
      <${LogPanel} log=${state.log} context=${context} /></aside>
    <${Pointer} key=${deal.answers.length} find=${finder(guided)} />`;
}

/** The things pointed at now. @param {Guided} guided */
function finder({ intro, prompt, sent, deal }) {
  if (intro) return () => spotsOf(intro.spot);
  const tip = deal?.reply.tip;
  return prompt && tip && !sent ? () => placesOf(tip.action) : nothing;
}

/**
 * The guide, who says one thing at a time and waits.
 * @param {{game: string, guided: Guided, deal: import("./guided.js").Deal, view: GameView, names: string[],
 *   facts: Record<string, string>, words: (action: string) => string}} props
 */
function Coach({ game, guided, deal, view, facts, names, words }) {
  const { intro, left, prompt, over, error } = guided;
  const { tip } = deal.reply;
  const say = (/** @type {string} */ name) => t(`web.first.${game}.${name}`, facts);
  /** @type {[key: string, text: string, ways: Child]} */
  const [key, text, ways] = error
    ? ["error", sayError(error), html`<${Button} onClick=${guided.again}>${t("web.first.again")}<//>`]
    : intro
      ? [intro.name, say(intro.name), html`<${Next} key=${intro.name} onNext=${guided.next} />`]
      : left
        ? ["left", beside(left, deal, say, words), html`<${Choices} guided=${guided} />`]
        : over
          ? [
              "over",
              ending(game, view, deal.reply.seat, facts),
              html`<${After} game=${game} guided=${guided} />`,
            ]
          : prompt && tip
            ? [`${deal.answers.length}`, tip.name ? say(tip.name) : advice(tip, names, words), null]
            : ["wait", t("web.first.wait"), null];
  return html`<section class="guided-coach" aria-label=${t("web.first.coach")} data-testid="coach"
      data-says=${key}>
    <p role="status" key=${key}><${Aloud} text=${text} /></p>
    ${ways && html`<div class="guided-ways">${ways}</div>`}
  </section>`;
}

/** @param {{onNext: () => void}} props */
function Next({ onNext }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => place.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  return html`<span ref=${place}><${Button} kind="main" data-testid="guided-next" onClick=${onNext}>
    ${t("web.first.next")}<//></span>`;
}

/** After an answer beside the line: that it is allowed, and what speaks for the other one. */
/** @type {(left: import("./guided.js").Tip, deal: import("./guided.js").Deal, say: (name: string) => string,
 *   words: (action: string) => string) => string} */
const beside = (left, deal, say, words) =>
  t("web.first.left", {
    played: words(deal.answers[deal.answers.length - 1]),
    what: words(left.action),
    why: say(`${left.name}.why`),
  });

/** @param {{guided: Guided}} props */
const Choices = ({ guided }) => html`
  <${Button} kind="main" data-testid="guided-back" onClick=${guided.takeBack}>${t("web.first.back")}<//>
  <${Button} data-testid="guided-on" onClick=${guided.goOn}>${t("web.first.on")}<//>`;

/**
 * The suggestion of a bot, beside the line.
 * @param {import("./guided.js").Tip} tip @param {string[]} names @param {(action: string) => string} words
 */
function advice(tip, names, words) {
  const why = tip.reasons.map((one) =>
    t(`web.hint.${one.key}`, { ...one, name: names[one.seat ?? -1] ?? "" }),
  );
  const what = words(tip.action);
  return why.length ? t("web.first.advice", { what, why: list(why) }) : t("web.first.advice.bare", { what });
}

/** @param {string} game @param {GameView} view @param {number} seat @param {Record<string, string>} facts */
function ending(game, view, seat, facts) {
  const points = view.result?.returns[seat] ?? 0;
  const how = points > 0 ? "won" : points < 0 ? "lost" : "drawn";
  return t(`web.first.${game}.${how}`, { ...facts, points: signed(points) });
}

/** The ways on from the end. @param {{game: string, guided: Guided}} props */
function After({ game, guided }) {
  const { busy, open } = useOpening(game);
  return html`
    <${Button} kind="main" data-testid="guided-play" busy=${busy === "play"} onClick=${() => open(true)}>
      ${t("web.first.play")}<//>
    <${Link} class="button" href=${`/learn/${game}`}>${t("web.first.path")}<//>
    <${Button} kind="quiet" icon="replay" onClick=${guided.again}>${t("web.first.again")}<//>`;
}
