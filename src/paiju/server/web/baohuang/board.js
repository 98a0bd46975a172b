// @ts-check
/** @import { BaohuangView, DealState, Prefs, Refused, Send, Ui } from "paiju/page" */
/** The Bao Huang part of a table: what `table/` asks of a game. */
import { Card } from "../art.js";
import { html, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { setPref } from "../prefs.js";
import { has, lang, num, sayError, t } from "../texts.js";
import { Icon } from "../ui/ui.js";
import { barred, sayLate, useRefused } from "../table/acting.js";
import { hintText } from "../table/hint.js";
import { useDealing } from "../table/dealing.js";
import { still } from "../motion.js";
import { useMarks, useSettled, useShape } from "../table/frame.js";
import { useKeys } from "../table/keys.js";
import { Flights, useNews } from "../table/news.js";
import { QuestionLine, Refusal } from "../table/question.js";
import { Actions } from "./actions.js";
import { bag, columns, parse, sorted } from "./cards.js";
import { Felt } from "./felt.js";
import { Parts } from "../ui/parts.js";
import { steady } from "../ui/steady.js";
import { Hand } from "./hand.js";
import { actionWords, call, cardWords, oneCard, tell } from "./naming.js";
import { newsOf, received } from "./news.js";
import { Asked, isAsked, lineText } from "./questions.js";
import { Seats } from "./seats.js";
import { chosen, take, tap } from "./select.js";
import { useSelection } from "./selection.js";
import { Counter, HistorySheet } from "./sheets.js";

export { actionWords as answerWords, call, cardWords, tell };
/** All hands, highest first. @param {BaohuangView} view */
export const openHands = (view) =>
  (view.hands_faces ?? view.hands ?? []).map((hand) => sorted(hand).reverse());
export const sheets = { history: HistorySheet };
export const sounds = {
  played: "card",
  passed: "pass",
  deferred: "pass",
  crowned: "crown",
  called: "claim",
  usurped: "crown",
  declared: "claim",
  revolted: "revolt",
  countered: "revolt",
  revealed: "claim",
  finished: "out",
};
/** @type {[string, string][]} */
export const keys = [
  ["3–9 0 J Q K A 2", "web.baohuang.keys.rank"],
  ["Shift + 3–9 0 J Q K A 2", "web.baohuang.keys.fewer"],
  ["B R", "web.baohuang.keys.jokers"],
  ["Shift + B R", "web.baohuang.keys.marked"],
  ["L", "web.baohuang.keys.laowang"],
  ["← → ↑ ↓", "web.baohuang.keys.arrows"],
  ["Enter", "web.baohuang.keys.play"],
  ["Space", "web.baohuang.keys.pass"],
  ["H", "web.baohuang.keys.hint"],
  ["U", "web.baohuang.keys.history"],
  ["S", "web.baohuang.keys.sort"],
];
const SORTS = /** @type {const} */ (["rank", "size", "suit"]);
const HOLD_MS = 250;
const SteadyHand = steady(Hand);
/** @type {never[]} */
const NONE = [];

/**
 * The card that was called for the guard, and the multiplier once points are multiplied.
 * @param {{view: BaohuangView}} props
 */
export const BarExtra = ({ view }) => html`
  ${
    view.called &&
    !view.usurped &&
    html`<span class="called" dir="ltr" role="img"
        aria-label=${t("web.baohuang.called", { card: oneCard(view.called) })}
        title=${t("web.baohuang.called", { card: oneCard(view.called) })}>
    <${Icon} name="shield" size="14" /> ${oneCard(view.called)}</span>`
  }
  ${
    view.multiplier > 1 &&
    html`<b class="times digits" dir="ltr"
  title=${t("web.baohuang.multiplier")}>×${num(view.multiplier)}</b>`
  }`;

/** Cards not seen yet, always in the panel where there is room. @param {{view: BaohuangView}} props */
export const PanelExtra = ({ view }) => view.unseen && html`<${Counter} unseen=${view.unseen} />`;

/**
 * Seats, table, question, hand and actions.
 * @param {{state: DealState<BaohuangView>, send: Send, prefs: Prefs, ui: Ui}} props
 */
export function Board({ state, send, prefs, ui }) {
  const { view, prompt, clock } = state;
  const { mode } = useShape();
  const refused = useRefused(state);
  const act = (/** @type {string} */ action) =>
    barred(state) === "" && send({ type: "act", prompt: prompt?.id, action });
  const pick = useSelection(state, send, act);
  const dealing = useDealing(ui.readonly ? NONE : state.news, view.hand?.length ?? 0);
  const news = useNews(state, (_, now) => newsOf(now, ui.context), dealing);
  const [held, setHeld] = useState("");
  const sort = prefs.sort_baohuang;
  const shown = useMemo(
    () => columns(view.hand ?? NONE, sort, view.hand_faces),
    [(view.hand_faces ?? view.hand ?? NONE).join(), sort],
  );
  const shaken = useRef(/** @type {HTMLElement|null} */ (null));
  const play = () => {
    if (pick.play() || still()) return;
    const steps = [0, -6, 6, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    shaken.current?.querySelector('[data-testid="do"]')?.animate(steps, 120);
  };
  const onTap = (/** @type {import("./cards.js").Column} */ column) =>
    pick.select(tap(pick.from, pick.selected, column));
  useRankKeys(shown, pick, onTap);
  useKeys({
    Enter: play,
    " ": () => prompt?.actions.includes("pass") && act("pass"),
    h: pick.tips.next,
    u: () => ui.open("history"),
    s: () => setPref("sort_baohuang", SORTS[(SORTS.indexOf(sort) + 1) % (view.suited ? 3 : 2)]),
    ...(pick.count > 0 && ui.sheet === "" && { Escape: pick.clear }),
  });
  // what did not arrive is said first
  const wrong = (refused?.code === "prompt.stale" && refused) || (pick.reason ?? refused);
  const refusal = wrong && html`<${Refusal} text=${whyText(wrong)} rule=${wrong.rule} onRule=${ui.onRule} />`;
  const hinted =
    pick.tips.shown &&
    hintText(
      actionWords(pick.tips.shown),
      pick.tips.hint,
      pick.tips.shown,
      ui.names,
      mode !== "desk" && mode !== "tablet",
      "side",
    );
  const asked = useSettled(!dealing && isAsked(state, ui));
  const acts = Boolean(view.hand) && !ui.readonly;
  useMarks({ watching: view.viewer === null, acts });
  const now = useRef({ onTap, play });
  now.current = { onTap, play };
  const gotCards = ui.readonly ? "" : received(state).join(" ");
  const got = useMemo(() => bag(parse(gotCards)), [gotCards]);
  const missing = useMemo(() => bag(pick.fill?.missing ?? []), [pick.fill]);
  const hand =
    view.hand &&
    html`<${SteadyHand} columns=${shown} deal=${view.deal} selected=${pick.selected} missing=${missing}
        sent=${pick.sent} alive=${pick.alive} got=${got} double=${prefs.double_tap}
        dealing=${dealing} lang=${lang()} onSelect=${pick.select}
        onTap=${(/** @type {import("./cards.js").Column} */ column) => now.current.onTap(column)}
        onPlay=${() => now.current.play()} />`;
  const said = view.top || prompt ? news?.text : ""; // else it stands on the table
  return html`<${Parts}>
    <${Seats} state=${state} ui=${ui} dealing=${dealing} />
    <div class="felt-box" onClick=${pick.clear}><${Felt} state=${state} ui=${ui} peek=${held === "trick"}
        asked=${asked} /></div>
    ${asked && html`<${Asked} state=${state} ui=${ui} onAct=${act} />`}
    <${QuestionLine} text=${hinted ?? (said && !prompt ? "" : ui.ask || lineText(state, ui.names))}
        news=${said} refusal=${refusal} clock=${prompt ?? clock} waits=${!prompt}>
      ${
        view.unseen &&
        mode !== "desk" &&
        html`<${HoldButton} name="counter" held=${held} onHeld=${setHeld}
      onTap=${() => setHeld(held === "counter" ? "" : "counter")} />`
      }
      <${HoldButton} name="trick" held=${held} onHeld=${setHeld} onTap=${() => ui.open("history")} />
    <//>
    <${Flights} news=${news} Face=${Card} w=${40} />
    ${
      held === "counter" &&
      view.unseen &&
      html`<div class="strip"><${Counter} unseen=${view.unseen} />
    </div>`
    }
    ${hand}
    ${
      acts &&
      html`<div class="actions-box" ref=${shaken}>
    <${Actions} state=${state} pick=${pick} onPlay=${play} onAct=${act} /></div>`
    }<//>`;
}

/** A refusal as the line says it: its reason alone, where it has one. @param {Refused} error */
const whyText = (error) =>
  sayLate(error, actionWords) ??
  (has(`why.${error.facts?.why}`) ? t(`why.${error.facts?.why}`) : sayError(error));

/**
 * Keys that choose columns: as a tap, with Shift one card fewer; jokers by letter, the marked ones with
 * Shift.
 * @param {import("./cards.js").Column[]} shown
 * @param {import("./actions.js").Picking} pick
 * @param {(column: import("./cards.js").Column) => void} onTap
 */
function useRankKeys(shown, pick, onTap) {
  /** @type {Record<string, () => void>} */
  const handlers = {};
  for (const column of shown) {
    const letter = column.key === "T" ? "0" : column.key.toLowerCase();
    const marked = column.key === "B" || column.key === "R";
    handlers[marked ? `S-${letter}` : letter] = () => onTap(column);
    if (!"bBrRL".includes(column.key)) {
      handlers[`S-${letter}`] = () =>
        pick.select(take(pick.selected, column, Math.max(0, chosen(pick.selected, column) - 1)));
    }
  }
  useKeys(handlers);
}

/**
 * A button with two uses: held down it shows something as long, tapped it opens.
 * @param {{name: string, held: string, onHeld: (name: string) => void, onTap: () => void}} props
 */
function HoldButton({ name, held, onHeld, onTap }) {
  const since = useRef(0);
  const timer = useRef(0);
  const down = () => {
    since.current = performance.now();
    timer.current = window.setTimeout(() => onHeld(name), HOLD_MS);
  };
  const up = () => {
    clearTimeout(timer.current);
    if (since.current && performance.now() - since.current >= HOLD_MS) onHeld("");
  };
  const click = (/** @type {MouseEvent} */ event) => {
    event.stopPropagation();
    if (!since.current || performance.now() - since.current < HOLD_MS) onTap();
    since.current = 0;
  };
  return html`<button type="button" class="tool" aria-pressed=${String(held === name)} onPointerDown=${down}
      onPointerUp=${up} onPointerLeave=${up} onPointerCancel=${up}
    onClick=${click} onContextMenu=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${t(`web.baohuang.tool.${name}`)}</button>`;
}
