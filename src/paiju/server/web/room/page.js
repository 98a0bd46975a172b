// @ts-check
/** @import { LiveState, Message, View, Wish } from "paiju/page" */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { ErrorPage, Unloaded } from "../home/error.js";
import { gameOf } from "../games.js";
import { Live, TROUBLES } from "../live.js";
import { Sending } from "../sending.js";
import { lang, t, worded } from "../texts.js";
import { go, style, styled } from "../ui/ui.js";

// Ends after which there is nothing here any more.
const FINAL = new Set([
  "room.none",
  "room.kicked",
  "room.closed",
  "room.renewed",
  "room.locked",
  "room.full",
  "room.dissolved",
  "seat.moved",
  "guest.forgotten",
]);
const LATE_MS = 1000; // a table that sleeps is loaded first; after this the page says so
const QUICK_MS = 4000; // a table against bots starts by itself; after this its room is displayed anyway

const loadRoom = () =>
  styled(worded(import("./room.js"), "room", "table", "settings"), "table", "room").then(
    (module) => module.Room,
  );
const loadDoor = () =>
  styled(worded(import("./door.js"), "room", "table"), "room").then((module) => module.Door);
const loadTable = () =>
  styled(worded(import("../table/table.js"), "table"), "table").then((module) => module.Table);

/** Fetches what a table of a game needs, before it is asked for. @param {string} game */
export function preload(game) {
  loadTable().catch(() => {});
  const { board, styles } = gameOf(game);
  board().catch(() => {});
  for (const name of styles) style(name).catch(() => {});
}

/** A component that is loaded once it is wanted. @param {() => Promise<View>} load @param {boolean} wanted */
function useLoaded(load, wanted) {
  const [held, setHeld] = useState(/** @type {{view?: View, failed?: boolean}} */ ({}));
  useEffect(() => {
    if (wanted && !held.view)
      load().then(
        (view) => setHeld({ view }),
        () => setHeld({ failed: true }),
      );
  }, [wanted]);
  return held;
}

/** The socket of a table and what it has sent. @param {string} id */
function useLive(id) {
  const [, setState] = useState(/** @type {LiveState | null} */ (null));
  const live = useRef(/** @type {Live | null} */ (null));
  if (!live.current) live.current = new Live(id, (state) => setState(state), lang);
  useEffect(() => () => live.current?.close(), []);
  return live.current;
}

/** `/table/ID`: the room while it waits, then the table. @param {{id: string}} props */
export function TablePage({ id }) {
  const live = useLive(id);
  const { state } = live;
  const quick = useRef(Boolean(history.state?.quick)).current;
  const [patient, setPatient] = useState(quick);
  useEffect(() => {
    const timer = window.setTimeout(() => setPatient(false), QUICK_MS);
    return () => clearTimeout(timer);
  }, []);
  const stage = state.room?.state;
  const next = state.room?.successor;
  useEffect(() => {
    if (next) go(`/table/${next}`, { replace: true, state: { quick: state.room?.quick } });
  }, [next]);
  const address = state.room?.address;
  useEffect(() => {
    if (address && location.pathname + location.hash !== address)
      history.replaceState(history.state, "", address);
  }, [address]);
  const outside = state.conn === "gone" && state.bye === "room.outside";
  const door = useLoaded(loadDoor, outside);
  const inRoom = stage === "waiting" || (stage === "starting" && !state.view && !state.room?.match.deal);
  const room = useLoaded(loadRoom, inRoom && !patient);
  const table = useLoaded(loadTable, true);
  if (outside && !door.failed) {
    return door.view
      ? html`<${door.view} door=${state.door} wish=${live.wish}
          onEnter=${(/** @type {Wish} */ wish) => live.enter(wish)} />`
      : html`<${Waiting} state=${state} />`;
  }
  if (state.conn === "gone") return html`<${Gone} code=${state.bye} live=${live} />`;
  if (room.failed || table.failed || door.failed) return html`<${Unloaded} />`;
  const View = inRoom ? !patient && room.view : stage && table.view;
  if (View)
    return html`<${Sending} value=${state.pending}>
      <${View} id=${id} live=${live} state=${state}
          send=${(/** @type {Message} */ message) => live.send(message)} /><//>`;
  return html`<${Waiting} state=${state} />`;
}

/** @param {{state: LiveState}} props */
function Waiting({ state }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  const trouble = TROUBLES.has(state.bye ?? "") ? `web.bye.${state.bye}` : "web.reconnect";
  const line = state.lost === null ? late && "web.room.loading" : trouble;
  return html`<main class="boot" aria-busy="true">
  <h1 tabindex="-1" class="visually-hidden">${t("web.room.coming")}</h1>
  <div class="ghost"></div><div class="ghost"></div><div class="ghost"></div>
  ${line && html`<p role="status">${t(line)}</p>`}
</main>`;
}

/** The end of a connection: some ends have a way back. @param {{code: string | null, live: Live}} props */
function Gone({ code, live }) {
  const error = { code: code ?? "net.failed" };
  if (code === "session.elsewhere") {
    return html`<${ErrorPage} error=${error} retryText=${t("web.bye.here")} onRetry=${() => live.return()}
        />`;
  }
  return html`<${ErrorPage} error=${error} final=${FINAL.has(error.code)}
      onRetry=${error.code.startsWith("guest.") ? undefined : () => live.return()} />`;
}
