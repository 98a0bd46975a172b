// @ts-check
/** @import { Chair, GameInfo, GameModule, LiveState, Message } from "paiju/page" */
/** @import { Prefs, Room, RoomState, Said, Send, View } from "paiju/page" */
import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { standInsText } from "../bots.js";
import { describe, gameOf } from "../games.js";
import { noteRules, usePrefs } from "../prefs.js";
import { has, sayError, t, worded } from "../texts.js";
import { Button, Sheet, styled, toast } from "../ui/ui.js";
import { useArrival } from "./acting.js";
import { ConnBanner, HeirBand, IdleBand, VoteBand, WatchBand } from "./bands.js";
import { Bar } from "./bar.js";
import { isMuted, Phrases } from "./chat.js";
import { Frame, usePrevious } from "./frame.js";
import { useKeys } from "./keys.js";
import { useLater } from "./later.js";
import { MoveSheet } from "../home/move.js";
import { KeysSheet, Menu } from "./menu.js";
import { Panel } from "./panel.js";
import { nameOf } from "./pod.js";
import { ScoreSheet } from "./scores.js";
import { buzz, flag, sound } from "./sound.js";

const BUBBLE_MS = 2500;
const REST_MS = 2000; // a deal lasts longer
const ALWAYS_KEYS = /** @type {[string, string][]} */ ([
  ["c", "web.keys.chat"],
  ["m", "web.keys.menu"],
  ["?", "web.keys.help"],
  ["Esc", "web.keys.escape"],
]);

/**
 * What opens over the table: `part` where it is here, else how it is loaded and what it is called there. Each
 * gets room, state, send, context and onClose, and what `more` adds.
 * @typedef {{room: Room, state: RoomState, game: GameModule, focus: string | null,
 *   open: (name: string) => void}} At
 * @typedef {{part?: View, load?: () => Promise<Record<string, unknown>>, name?: string,
 *   more?: (at: At) => object}} Over
 */
const late = (/** @type {() => Promise<Record<string, unknown>>} */ load, /** @type {string} */ name) => ({
  load,
  name,
});
const leaving = () => import("./leaving.js");

/** By the name that opens it. @type {Record<string, Over>} */
const SHEETS = {
  menu: {
    part: Menu,
    more: ({ game, open }) => ({ open, items: game.MenuItems && html`<${game.MenuItems} open=${open} />` }),
  },
  scores: { part: ScoreSheet },
  keys: { part: KeysSheet, more: ({ game }) => ({ groups: [game.keys ?? [], ALWAYS_KEYS] }) },
  say: { part: SaySheet, more: ({ open }) => ({ onChat: () => open("chat") }) },
  move: {
    part: MoveSheet,
    more: ({ room }) => ({ path: `/api/tables/${room.id}/move`, help: t("web.table.move.help") }),
  },
  rules: {
    ...late(() => styled(worded(import("../room/leaflet.js"), "room"), "room"), "Leaflet"),
    more: ({ room: { id, game, digest }, focus }) => ({ id, game, digest, focus }),
  },
  settings: {
    ...late(() => worded(import("../home/settings.js"), "settings"), "Settings"),
    more: () => ({ named: false }),
  },
  push: late(() => worded(import("../home/push.js"), "push"), "NoticesSheet"),
  invite: late(() => styled(worded(import("../room/company.js"), "room"), "room"), "InviteSheet"),
  seats: late(() => styled(worded(import("../room/door.js"), "room"), "room"), "SeatsSheet"),
  leave: late(leaving, "LeaveDialog"),
  dismiss: late(leaving, "DismissDialog"),
  fairness: late(
    () => styled(worded(import("../fairness/fairness.js"), "settle"), "settle"),
    "FairnessSheet",
  ),
};

/**
 * The sheet that is open, once it is here.
 * @param {{name: string, game: GameModule} & At & Record<string, unknown>} props
 */
function OpenSheet({ name, ...props }) {
  const own = props.game.sheets?.[name];
  const { part, load, name: called = "", more } = own ? { part: own } : (SHEETS[name] ?? {});
  const loaded = useLater(load ?? NEVER, called, Boolean(load));
  const Part = part ?? /** @type {View | null} */ (loaded);
  return Part && html`<${Part} ...${props} ...${more?.(props)} />`;
}
const NEVER = () => Promise.reject(new Error("no part"));

/** The code and styles of a game, once they are here. @param {string} game @returns {GameModule|null} */
export function useGame(game) {
  const { board, styles } = gameOf(game);
  const load = () => styled(board(), "table", ...styles).then((module) => ({ [game]: module }));
  return useLater(load, game, game !== "");
}

/**
 * Whether something has been there for a while: what comes later may be loaded without delaying it.
 * @param {boolean} here
 */
function useRested(here) {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    if (!here || rested) return undefined;
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, [here]);
  return rested;
}

/**
 * Say once which bots at the table are not what they are named.
 * @param {Room | undefined} room
 * @param {boolean} rested
 */
function useStandIns(room, rested) {
  useEffect(() => {
    if (!room || !rested) return;
    const announce = (/** @type {GameInfo} */ info) => {
      const text = standInsText(info, room);
      if (text) toast(text);
    };
    describe(room.game).then(announce, () => {}); // a refusal is reported where the rules are displayed
  }, [rested]);
}

/**
 * A live table: everything around the game's own board.
 * @param {{live: {state: LiveState, send: Send}}} props
 */
export function Table({ live }) {
  const { state } = live;
  const game = useGame(state.room?.game ?? "");
  if (!state.room || !game) return html`<${Waiting} />`;
  return html`<${Playing} live=${live} game=${game} />`;
}

/** Grey shapes while the first message is on its way. */
const Waiting =
  () => html`<main id="table" class="table table-waiting" aria-busy="true" aria-label=${t("web.table")}>
  <h1 class="visually-hidden">${t("web.room.coming")}</h1>
  <div class="ghost ghost-bar"></div><div class="ghost ghost-felt"></div><div class="ghost ghost-hand"></div>
</main>`;

/** @param {{live: {state: RoomState, send: Send}, game: GameModule}} props */
function Playing({ live, game }) {
  const { state } = live;
  const { room, view } = state;
  const prefs = usePrefs();
  const [sheet, setSheet] = useState("");
  const [focus, setFocus] = useState(/** @type {string|null} */ (null));
  const names = room.seats.map((seat) => nameOf(room, seat.seat));
  const context = {
    names,
    emperor: view?.game === "baohuang" ? view.emperor : null,
    tell: game.tell,
    cards: game.cardWords,
  };
  const over = Boolean(view?.over) || room.state === "settled" || room.state === "over";
  const rested = useRested(Boolean(view));
  useStandIns(room, rested);
  const Settle = useLater(
    () => styled(worded(import("../settle/settle.js"), "settle"), "settle"),
    "Settle",
    rested || over,
    over,
  );
  const Ended = useLater(
    () => styled(worded(import("../settle/ended.js"), "settle"), "settle"),
    "Ended",
    room.dissolved,
  );
  const DoubtBand = useLater(
    () => styled(worded(import("../fairness/doubts.js"), "settle"), "settle"),
    "DoubtBand",
    state.doubts.length > 0,
  );
  const send = useMemo(() => (/** @type {Message} */ message) => live.send(message), [live.send]);
  const mine = room.you.seat;
  const auto = mine !== null && room.state !== "over" && room.seats[mine]?.auto;
  const close = () => {
    setSheet("");
    setFocus(null);
  };
  const onRule = (/** @type {string} */ rule) => {
    setFocus(rule);
    setSheet("rules");
  };
  const said = useBubble(state, prefs);
  useEffect(() => {
    if (mine !== null) noteRules(room);
  }, [room.digest]);
  useSigns(state, game, names);
  useNews(room);
  useKeys({
    c: () => setSheet("chat"),
    m: () => setSheet("menu"),
    "?": () => setSheet("keys"),
    ...(sheet && { Escape: close }),
  });
  const setAuto = (/** @type {boolean} */ on) => send({ type: "auto", on });
  const ui = { names, open: setSheet, sheet, said, context, onRule, readonly: false };
  const bar = html`<${Bar} state=${state} open=${setSheet} sheet=${sheet} onAuto=${() => setAuto(!auto)}
    extra=${game.BarExtra && view && html`<${game.BarExtra} view=${view} />`} />`;
  const panel = html`<${Panel} state=${state} send=${send} context=${context} tab=${sheet} open=${setSheet}
    extra=${game.PanelExtra && view && html`<${game.PanelExtra} view=${view} />`} />`;
  const bands = html`<div class="bands">
    ${room.you.watching && !room.dissolved && html`<${WatchBand} room=${room} open=${setSheet} />`}
    <${HeirBand} room=${room} send=${send} />
    <${VoteBand} room=${room} send=${send} />
    ${
      DoubtBand &&
      html`<${DoubtBand} doubts=${state.doubts} room=${room}
    onDetails=${() => setSheet("fairness")} />`
    }
  </div>
  <${IdleBand} room=${room} auto=${auto} onBack=${() => setAuto(false)} send=${send} />
  ${Settle && view && html`<${Settle} state=${state} send=${send} onRule=${onRule} />`}`;
  return html`${mine !== null && view && html`<a class="skip-link" href="#hand">${t("web.table.skip")}</a>`}
    <${Frame} game=${room.game} conn=${state.conn} label=${t("web.table")} folds bar=${bar}
        panel=${panel} over=${bands}>
      ${
        room.dissolved
          ? Ended &&
            html`<${Ended} room=${room} send=${send} open=${setSheet}
      />`
          : view
            ? html`<${game.Board} state=${state} send=${send} prefs=${prefs} ui=${ui} />`
            : html`<div
      class="felt-box"><div class="felt felt-waits">${
        room.you.watching &&
        room.state === "playing" &&
        html`<p
      class="muted">${t("web.table.watch.soon")}</p>`
      }</div></div>`
      }
      ${
        !room.dissolved &&
        html`<div class="corner">
        <${Button} kind="quiet" icon="rules" class="corner-log" aria-label=${t("web.table.log")}
            onClick=${() => setSheet(sheet === "log" ? "" : "log")} />
        <${Button} kind="quiet" icon="chat" data-testid="say" aria-label=${t("web.table.say")}
            onClick=${() => setSheet("say")} />
      </div>`
      }
    <//>
    <${ConnBanner} state=${state} />
    ${
      sheet &&
      html`<${OpenSheet} key=${sheet} name=${sheet} game=${game} room=${room} state=${state} send=${send}
          context=${context} focus=${focus} open=${setSheet} onClose=${close} />`
    }`;
}

/**
 * Quick phrases, and the way to the chat.
 * @param {{state: RoomState, send: Send, onClose: () => void, onChat: () => void}} props
 */
function SaySheet({ state, send, onClose, onChat }) {
  return html`<${Sheet} title=${t("web.table.say")} onClose=${onClose} testid="say-sheet">
    <${Phrases} state=${state} send=${send} onSaid=${onClose} />
    <${Button} kind="plain" wide icon="chat" onClick=${onChat}>${t("web.table.chat")}<//>
  <//>`;
}

/**
 * The latest chat line, while its bubble lasts; null when muted.
 * @param {RoomState} state
 * @param {Prefs} prefs
 */
function useBubble(state, prefs) {
  const [said, setSaid] = useState(/** @type {Said | null} */ (null));
  const before = useRef(state.said); // was said before this table was displayed
  useEffect(() => {
    if (!state.said || state.said === before.current || isMuted(prefs, state.said)) return undefined;
    setSaid(state.said);
    const { seat, phrase } = state.said;
    if (seat !== state.room.you.seat) {
      sound("chat");
      if (has(`web.phrase.${phrase}`)) speak(t(`web.phrase.${phrase}`));
    }
    const timer = setTimeout(() => setSaid(null), BUBBLE_MS);
    return () => clearTimeout(timer);
  }, [state.said]);
  return said;
}

/** Speaks words once the code for that is here; nobody misses them. @param {string} text */
const speak = (text) =>
  void import("./voice.js").then(
    (voice) => voice.speak(text),
    () => {},
  );

/** Says who takes a seat over, and that the room has changed hands. @param {Room} room */
function useNews(room) {
  const before = usePrevious(room);
  useEffect(() => {
    if (!before || before.id !== room.id) return;
    const came = room.seats.find(
      (/** @type {Chair} */ chair, /** @type {number} */ at) =>
        chair.kind === "human" && before.seats[at]?.kind === "bot" && at !== room.you.seat,
    );
    if (came) toast(t("web.table.joined", { name: came.name, seat: came.seat + 1 }));
    if (room.you.host && !before.you.host) toast(t("web.table.host"));
  }, [room]);
}

/**
 * Sounds, calls, vibration and the sign in the title.
 * @param {RoomState} state
 * @param {GameModule} game
 * @param {string[]} names
 */
function useSigns(state, game, names) {
  const { prompt, news, view, room } = state;
  const asked = Boolean(prompt);
  useEffect(() => {
    flag(asked, asked ? t("web.table.title.turn") : t("web.table.title"));
    if (!asked) return;
    sound("turn");
    buzz(60);
  }, [prompt?.id]);
  const first = useRef(true);
  useEffect(() => {
    if (first.current || document.visibilityState === "hidden") {
      first.current = false;
      return;
    }
    const loudest = news.findLast((event) => game.sounds?.[event.event]);
    if (loudest) sound(game.sounds?.[loudest.event] ?? "", String(loudest.cards ?? "").split(" ").length);
    const calls = news.filter(({ seat }) => seat !== room.you.seat);
    const call = calls.map((event) => game.call?.(event, names)).findLast(Boolean);
    if (call) speak(call);
    const points = view?.result?.returns?.[room.you.seat ?? -1];
    if (points && news.some((event) => event.event === "over")) sound(points > 0 ? "win" : "loss");
  }, [news]);
  useEffect(() => {
    const deadline = prompt?.deadline;
    if (deadline == null) return undefined;
    const timer = setInterval(() => {
      const left = deadline - performance.now();
      if (left > 0 && left < 5000) sound("tick");
    }, 1000);
    return () => clearInterval(timer);
  }, [prompt?.id]);
  // An answer that is refused is spoken of where it was given; of hints and selections the board says what
  // there is to say.
  useArrival(state.error, (error) => {
    if (error.about === "act") buzz(15);
    else if (error.sent) toast(sayError(error), "danger");
  });
  useEffect(() => () => flag(false, t("web.app")), []);
}
