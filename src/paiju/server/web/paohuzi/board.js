// @ts-check
/** @import { DealState, PaohuziView, Prefs, Send, Ui } from "paiju/page" */
/** The table of Paohuzi. It shows a view and the offered actions; what they mean is the server's business. */
import { Tile } from "../art.js";
import { setPref } from "../prefs.js";
import { Cut } from "../table/cut.js";
import { barred, pausedText, sayLate, underway, useArrival, useRefused, whyBarred } from "../table/acting.js";
import { hintText } from "../table/hint.js";
import { useDealing } from "../table/dealing.js";
import { useMarks, useShape } from "../table/frame.js";
import { useKeys } from "../table/keys.js";
import { Flights, useNews } from "../table/news.js";
import { awayText } from "../table/pod.js";
import { Question, QuestionLine, useFading } from "../table/question.js";
import { sayError, t } from "../texts.js";
import { Parts } from "../ui/parts.js";
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Actions } from "./actions.js";
import { useHand } from "./columns.js";
import { useEating } from "./eating.js";
import { Felt } from "./felt.js";
import { Hand } from "./hand.js";
import { newsOf } from "./news.js";
import { answerText, questionOf, short } from "./narrate.js";
import { Seats } from "./seats.js";
import { Forfeits } from "./sets.js";
import { useWaits, WaitsPanel } from "./waits.js";

export { between } from "./between.js";

export { answerText as answerWords, call, tell, listed as cardWords } from "./narrate.js";
export { BarExtra, MenuItems, PanelExtra } from "./extras.js";
/** All hands. @param {PaohuziView} view */
export const openHands = (view) => view.hands ?? [];
export const sounds = {
  discard: "card",
  draw: "card",
  pong: "pong",
  eat: "eat",
  ti: "set",
  wei: "set",
  pao: "set",
  hu: "hu",
};
/** @type {[string, string][]} */
/** @type {[string, string][]} */
export const keys = [
  ["1–9 0", "web.paohuzi.keys.small"],
  ["Shift + 1–9 0", "web.paohuzi.keys.large"],
  ["← → ↑ ↓", "web.paohuzi.keys.arrows"],
  ["Enter", "web.paohuzi.keys.discard"],
  ["W", "web.paohuzi.keys.hu"],
  ["P", "web.paohuzi.keys.pong"],
  ["E", "web.paohuzi.keys.eat"],
  ["L", "web.paohuzi.keys.waits"],
  ["Space", "web.paohuzi.keys.pass"],
  ["Z", "web.paohuzi.keys.hold"],
  ["H", "web.paohuzi.keys.hint"],
  ["S", "web.paohuzi.keys.sort"],
];

/** @typedef {import("./columns.js").Place} Place */

// the widest column of a whole hand
const PITCH = /** @type {Record<string, number>} */ ({
  tight: 44,
  phone: 46.4,
  tablet: 66,
  desk: 112, // where the window is high enough
  low: 42,
});
/** @type {never[]} */
const NONE = [];

/**
 * Each press of the hint button shows the next suggestion, then none.
 * @param {DealState<PaohuziView>} state
 * @param {Send} send
 */
function useHint({ prompt, hint }, send) {
  const [at, setAt] = useState(-1);
  const found = prompt && hint?.prompt === prompt.id ? hint.actions : [];
  useEffect(() => setAt(found.length ? 0 : -1), [prompt?.id, hint]);
  const press = () =>
    found.length
      ? setAt(at + 1 < found.length ? at + 1 : -1)
      : send({ type: "ask", what: "hint", prompt: prompt?.id });
  return { action: /** @type {string | null} */ (found[at] ?? null), press: prompt ? press : null };
}

/** @param {{state: DealState<PaohuziView>, send: Send, prefs: Prefs, ui: Ui}} props */
export function Board({ state, send, prefs, ui }) {
  const { view, room, clock } = state;
  const { mode } = useShape();
  const me = view.viewer;
  const plays = me !== null && view.order.includes(me);
  useMarks({ plays, acts: plays && !ui.readonly });
  const [refusal, refuse] = useState(/** @type {string | null} */ (null));
  const refused = useRefused(state);
  const prompt = ui.readonly ? null : state.prompt;
  const off = barred(state) !== "";
  const sent = underway(state);
  const actions = /** @type {string[]} */ (prompt?.actions ?? []);
  const hand = useHand(view, ui.readonly ? "" : `${room.id} ${view.deal} ${me}`, prefs.sort_paohuzi);
  const dealing = useDealing(ui.readonly ? NONE : state.news, view.hand?.length ?? 0);
  const news = useNews(state, (before, now) => newsOf(before, now, ui.context), dealing);
  const hint = useHint({ ...state, prompt }, send);
  const waits = useWaits(state, send, plays && !ui.readonly && Boolean(room.settings.hints));
  const whyNot = useWhyNot({ ...state, prompt }, send, plays && !ui.readonly, refuse);
  useFading(refusal, () => refuse(null));
  useEffect(() => {
    if (refused) hand.takeBack();
  }, [refused]);
  useEffect(() => {
    const [verb, first] = hint.action?.split(" ") ?? [];
    if (verb === "discard") hand.next(first);
  }, [hint.action]);

  const act = (/** @type {string} */ action) => {
    if (off || !actions.includes(action)) return;
    refuse(null);
    send({ type: "act", prompt: prompt?.id, action });
  };
  const claim = (/** @type {string} */ action) =>
    actions.includes(action) ? act(action) : whyNot.ask(action);
  const cuts = prompt !== null && view.phase === "cut";
  const special =
    view.source === "shown" && actions.includes("hu") ? (view.from === me ? "heaven" : "earth") : null;
  useMarks({ claims: !cuts && !special && actions.includes("pass") });
  const why = (/** @type {string} */ code) =>
    t(
      view.locked.includes(code)
        ? "why.secret_triple"
        : prompt && view.window
          ? "why.claim_first"
          : "web.paohuzi.why.wait",
    );
  const discard = (/** @type {Place | null} */ place) => {
    const action = place && `discard ${hand.columns[place.column][place.at]}`;
    if (!place || !action || off || !actions.includes(action)) {
      if (action) refuse(whyBarred(state) || why(action.slice(8)));
      return false;
    }
    hand.throwing(place);
    act(action);
    return true;
  };
  const choose = (/** @type {Place} */ place) => {
    const code = hand.columns[place.column][place.at];
    if (view.locked.includes(code)) refuse(why(code));
    else hand.choose(hand.chosen?.column === place.column && hand.chosen.at === place.at ? null : place);
  };
  const people = room.seats.filter((seat) => seat.kind === "human").length;
  const isOpen = view.window && clock?.seat === null && clock.total_ms > 0;
  const hold = plays && people > 1 && !ui.readonly ? isOpen && !off && !clock.held?.includes(me) : null;
  const onHold = () => hold && send({ type: "ask", what: "hold" });
  const eating = useEating({
    prompt: special ? null : prompt,
    card: view.card,
    once: mode === "desk",
    hinted: hint.action,
    act,
  });
  const digit = (/** @type {number} */ n, /** @type {string} */ suit) =>
    (suit === "s" && eating.digit(n)) || hand.next(`${suit}${n || 10}`);
  const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) => [
    [`${n}`, () => digit(n, "s")],
    [`S-${n}`, () => digit(n, "b")],
  ]);
  useKeys({
    ...Object.fromEntries(digits),
    Enter: () => (eating.chosen ? act(eating.chosen) : discard(hand.chosen)),
    " ": () => act("pass"),
    w: () => claim("hu"),
    p: () => claim("pong"),
    e: () => (eating.ways.length ? eating.next() : whyNot.ask("eat")),
    l: () => waits.allowed && waits.toggle(),
    z: onHold,
    h: () => off || hint.press?.(),
    s: () => setPref("sort_paohuzi", prefs.sort_paohuzi === "sets" ? "number" : "sets"),
    ...((eating.chosen || hand.chosen) &&
      !ui.sheet && { Escape: () => (eating.chosen ? eating.clear() : hand.choose(null)) }),
  });

  const said =
    hint.action &&
    hintText(
      answerText(hint.action),
      state.hint,
      hint.action,
      ui.names,
      mode !== "desk" && mode !== "tablet",
      "own",
    );
  const lineText = () => {
    if (room.paused && !view.over) return pausedText(room);
    if (news && !prompt && !said) return "";
    const away = !prompt && !view.over && !view.window && awayText(room, view.turn);
    return (said ?? ui.ask) || away || questionOf(view, prompt, ui.names[view.turn ?? -1]);
  };
  const win = prompt?.details?.hu;
  const shown = { off, sent, hinted: hint.action, lays: prompt?.details?.lays ?? {} };
  const forfeited = view.smelled ?? { pong: [], eat: [] };
  return html`<div class="pz" data-plays=${String(plays)}><${Parts}>
    <${Seats} state=${state} ui=${ui} dealing=${dealing} win=${win} waits=${waits} />
    <div class="pz-middle" dir="ltr"><${Felt} state=${state} names=${ui.names} mode=${mode} hold=${hold}
        onHold=${onHold} onCard=${whyNot.next} /></div>
    ${
      cuts &&
      html`<div class="pz-question" data-cut><${Cut} ...${{ prompt, off, sent }} onAct=${act} /></div>`
    }
    ${
      special &&
      html`<div class="pz-question"><${Question} name=${special} off=${off} sent=${sent}
          title=${t(`web.paohuzi.ask.${special}`)} dflt=${prompt?.default} onAct=${act}
      help=${
        win &&
        t(`web.paohuzi.ask.${special}.help`, { hu: win.hu, points: win.final, card: short(view.shown ?? "") })
      }
      answers=${[
        { action: "hu", label: t("web.paohuzi.do.hu"), main: true },
        { action: "pass", label: t("web.paohuzi.do.pass.hu") },
      ]} /></div>`
    }
    <div class="pz-line"><${QuestionLine}
        refusal=${refusal ?? (refused && (sayLate(refused, answerText) ?? sayError(refused)))} clock=${clock}
        waits=${!prompt} text=${lineText()} news=${news?.text}
        ><${Forfeits} forfeited=${forfeited} onRule=${ui.onRule} /><//></div>
    <${Flights} news=${news} Face=${Tile} w=${34} />
    ${
      plays &&
      html`<${Hand} columns=${hand.columns} locked=${view.locked}
          forfeited=${[...forfeited.pong, ...forfeited.eat]}
          chosen=${hand.chosen} sent=${hand.leaving(sent)} most=${PITCH[mode]}
      twice=${prefs.double_tap} used=${eating.used} dealing=${dealing} onChoose=${choose} onThrow=${discard}
      onMove=${hand.move} />`
    }
    ${
      waits.open &&
      !eating.ways.length &&
      html`<${WaitsPanel} waits=${waits.found}
    discards=${view.phase === "discard" && view.turn === me} onCard=${hand.next} onClose=${waits.close} />`
    }
    ${
      plays &&
      !ui.readonly &&
      html`<${Actions} prompt=${special || cuts ? null : prompt} barred=${whyBarred(state)} card=${view.card}
          chosen=${hand.card} why=${why} eating=${eating} ...${shown}
      hints=${room.settings.hints} onHint=${off ? null : hint.press} onDiscard=${() => discard(hand.chosen)}
      act=${act} />`
    }
  <//></div>`;
}

/** Why a claim is not possible: the server says so, when a key or the open card itself asks. */

const CLAIMS = ["hu", "pong", "eat"];

/**
 * `ask` asks about one claim, `next` about those that are not offered, one after the other; `tell` hears the
 * reason.
 * @param {DealState<PaohuziView>} state @param {Send} send @param {boolean} plays
 * @param {(reason: string) => void} tell
 */
function useWhyNot({ view, prompt, error, conn }, send, plays, tell) {
  const next = useRef(0);
  useArrival(error, (came) => came.about === "ask" && came.facts?.action && tell(sayError(came)));
  const ask = (/** @type {string} */ action) => {
    if (plays && view.window && conn === "on")
      send({ type: "ask", what: "check", prompt: prompt?.id ?? "", action });
  };
  const offered = new Set((prompt?.actions ?? []).map((action) => action.split(" ")[0]));
  const missing = CLAIMS.filter((claim) => !offered.has(claim));
  return { ask, next: () => missing.length > 0 && ask(missing[next.current++ % missing.length]) };
}
