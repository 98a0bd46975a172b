// @ts-check
/** @import { AskedPrompt, GameView, Happening, LiveState, Prompt, Room, Timed } from "paiju/page" */
/**
 * What comes from a table, as the page keeps it: with moments of this device's clock, and lists that have
 * grown.
 */

/**
 * Whether no deal is on: before one, or after the match was broken off.
 * @param {{state: string, dissolved: boolean}} room
 */
const bare = (room) => room.state === "waiting" || room.state === "starting" || room.dissolved;

/** A view as the game's board takes it. @param {object | null} view @returns {GameView | null} */
const whole = (view) => /** @type {GameView | null} */ (view);

/** Events with their facts. @param {Record<string, unknown>[]} [list] */
const happened = (list = []) => /** @type {Happening[]} */ (list);

/**
 * A view with what is new at the end of its lists.
 * @param {Record<string, unknown>} view
 * @param {Record<string, unknown[]>} [more]
 */
const grown = (view, more = {}) => ({
  ...view,
  ...Object.fromEntries(
    Object.entries(more).map(([name, added]) => [name, [.../** @type {unknown[]} */ (view[name]), ...added]]),
  ),
});

/**
 * A prompt; one without an id asks nothing.
 * @param {import("paiju/messages").Prompt & Partial<AskedPrompt>} message
 * @returns {Prompt | null}
 */
const asked = (message) => (message?.id ? timed(message) : null);

/**
 * When something that is so far off will be, on this device's clock.
 * @param {number | null | undefined} ms
 */
const moment = (ms) => (ms == null ? null : performance.now() + ms);

/**
 * A message with the moment of its deadline.
 * @template {{deadline_ms?: number | null} | null} T
 * @param {T} message
 */
export const timed = (message) =>
  /** @type {T extends null ? null : Timed<NonNullable<T>>} */ (
    message && { ...message, deadline: moment(message.deadline_ms) }
  );

/**
 * A room with the moment of the next deal: computed when it comes, whenever it is displayed.
 * @param {import("paiju/messages").Room} room
 * @returns {Room}
 */
export const dated = (room) =>
  room && { .../** @type {Room} */ (/** @type {unknown} */ (room)), next: moment(room.next_ms) };

/**
 * The changes that a message makes to a page's knowledge of its table.
 * @param {LiveState} state
 * @param {import("paiju/messages").Server} message
 * @returns {Partial<LiveState>}
 */
export function changesOf(state, message) {
  const { room } = state;
  switch (message.type) {
    case "welcome":
      return {
        room: dated(message.room),
        view: whole(message.view),
        prompt: asked(message.prompt),
        clock: timed(message.clock),
        log: happened(message.log),
        news: [],
      };
    case "events":
      return withEvents(state, message);
    case "prompt":
      return { prompt: asked(message), hint: null, checked: null };
    case "clock":
      return { clock: timed(message) };
    case "room":
      return {
        room: dated(message.room),
        ...(bare(message.room) && { view: null, prompt: null, clock: null, log: [] }),
      };
    case "door":
      return { door: message };
    case "said":
      return { said: message, room: room && { ...room, chat: [...room.chat, message].slice(-50) } };
    case "hint":
    case "checked":
    case "waits":
      return { [message.type]: message };
    default:
      return {};
  }
}

/**
 * Events: the log starts again with each deal.
 * @param {LiveState} state
 * @param {import("paiju/messages").Events} message
 * @returns {Partial<LiveState>}
 */
function withEvents({ view, log }, message) {
  const next = whole(grown(message.view.game ? message.view : { ...view, ...message.view }, message.more));
  const same = view && view.deal === next?.deal;
  const news = happened(message.list);
  return { view: next, news, log: [...(same || !view ? log : []), ...news] };
}
