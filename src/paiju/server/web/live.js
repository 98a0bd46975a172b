// @ts-check
/** @import { Fact, LiveState, Message } from "paiju/page" */
/** Talking with one table over a socket that stays open. */
import { api } from "./net.js";
import { Outbox } from "./outbox.js";
import { Pulse } from "./pulse.js";
import { changesOf } from "./received.js";

/** @typedef {import("paiju/messages").Server} Received */

const DELAYS = [500, 1000, 2000, 4000, 8000];
const MOST_HOPS = 3;
const DOUBT_MS = 500;
/**
 * What the server says of troubles of its own that pass: the match is stored, and the page returns by
 * itself.
 */
export const TROUBLES = new Set(["server.restart", "store.lost", "store.full"]);
// after these the client comes back by itself
const AGAIN = new Set([...TROUBLES, "server.slow", "rate.flood"]);

export const PASSING = new Set(["hint", "check", "waits"]); // about the moment: not worth sending again

/** The socket of one table, which stays open. */
export class Live {
  /**
   * @param {string} tableId
   * @param {(state: LiveState, message: Received | null) => void} onState called after every change
   * @param {() => string} lang
   */
  constructor(tableId, onState, lang) {
    this.tableId = tableId;
    this.onState = onState;
    this.lang = lang;
    /** @type {LiveState} */
    this.state = {
      conn: "off",
      lost: null,
      retry: null,
      room: null,
      view: null,
      prompt: null,
      clock: null,
      log: [],
      news: [],
      said: null,
      error: null,
      hint: null,
      checked: null,
      waits: null,
      bye: null,
      door: null,
      pending: [],
      doubts: [],
      own: {},
    };
    this.outbox = new Outbox(tableId);
    this.state.pending = this.outbox.parcels;
    this.pulse = new Pulse({
      ask: () => this.put({ type: "ping" }),
      silent: () => this.silent(),
      stale: () => this.state.conn !== "gone" && this.open(),
    });
    /** @type {WebSocket | null} */
    this.socket = null;
    this.seq = /** @type {number | null} */ (null);
    this.key = location.hash.slice(1, 65); // that of an invitation
    /** What one wishes who is not at the table yet. @type {{seat?: number, watch?: boolean}} */
    this.wish = {};
    this.tries = 0;
    this.node = ""; // where the table lives, as far as is known
    this.hops = 0; // in a row, from node to node
    this.doubts = 0; // how often one is still not sent back to a node that said nothing: it may have died
    this.suspect = ""; // that node, as far as is known
    this.timer = 0;
    this.followed = Promise.resolve();
    /** @type {import("./fairness/following.js").Following | null} */
    this.following = null;
    this.isNew = true; // nothing has come over this connection yet
    this.wake = this.wake.bind(this);
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    this.open();
  }

  /**
   * Sends a message. What changes something waits for its answer in `pending`, over lost connections too; of
   * a question that
   * is only of this moment, false says that it was not sent.
   * @param {Message} message
   */
  send(message) {
    if (PASSING.has(message.what ?? "")) return this.put(message);
    const parcel = this.outbox.add(message);
    this.set({ pending: this.outbox.parcels, ...(message.type === "act" && { error: null }) });
    if (this.put(parcel.message)) this.pulse.ask();
    return true;
  }

  /** @param {Message} message @returns {boolean} false where there is no connection */
  put(message) {
    if (this.socket?.readyState !== WebSocket.OPEN || this.state.conn !== "on") return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Ends the connection for good. */
  close() {
    this.pulse.stop();
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    this.drop();
    this.onState = () => {};
  }

  /** Connects, or connects again. */
  open() {
    this.drop();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const below = this.node && `/n/${this.node}`;
    const path = `${below}/ws/${encodeURIComponent(this.tableId)}`;
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.socket = socket;
    this.state = { ...this.state, retry: null };
    this.isNew = true;
    this.pulse.opening();
    socket.onopen = () =>
      socket.send(
        JSON.stringify({ type: "hello", resume: this.seq, lang: this.lang(), key: this.key, ...this.wish }),
      );
    socket.onmessage = (event) => this.socket === socket && this.receive(JSON.parse(event.data));
    socket.onclose = () => this.socket === socket && this.lost();
  }

  /** Back after an end that was not final, such as `session.elsewhere`. */
  return() {
    this.tries = 0;
    this.set({ conn: "off", bye: null });
    this.open();
  }

  /** Comes in by the door. @param {{seat?: number, watch?: boolean}} wish */
  enter(wish) {
    this.wish = wish;
    this.return();
  }

  drop() {
    clearTimeout(this.timer);
    this.pulse.rest();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /**
   * Nothing has come for too long: as good as closed. Where it was open before, or the next try goes to
   * another node, that is at once.
   */
  silent() {
    if (this.state.conn !== "on" && !this.node) {
      this.drop();
      return this.lost();
    }
    this.suspect = this.node;
    this.node = "";
    this.doubts = 2;
    this.set({ conn: "off", lost: this.state.lost ?? this.pulse.arrivedAt, retry: null });
    this.open();
  }

  lost() {
    // Sent to a node that has died, which others will soon know: that is no outage.
    const sent = this.node !== "" && this.state.conn !== "on";
    this.socket = null;
    this.node = "";
    this.pulse.rest();
    if (this.state.conn === "gone") return;
    const base = sent ? DOUBT_MS : DELAYS[Math.min(this.tries, DELAYS.length - 1)];
    const wait = base * (0.75 + Math.random() / 2);
    if (this.tries === 1 && this.seq === null) this.look();
    if (!sent) this.tries += 1;
    this.timer = window.setTimeout(() => this.open(), wait);
    const now = performance.now();
    this.set({ conn: "off", lost: this.state.lost ?? now, retry: now + wait });
  }

  /** A table that does not exist refuses the socket without a reason; a request tells it. */
  async look() {
    const query = new URLSearchParams({ lang: "en", key: this.key });
    const gone = await api("GET", `/api/tables/${encodeURIComponent(this.tableId)}/rules?${query}`).then(
      () => null,
      (error) => (error.status >= 400 && error.status < 500 && error.status !== 429 ? error.code : null),
    );
    if (gone && this.seq === null) this.end(gone);
  }

  /** @param {string} code */
  end(code) {
    this.drop();
    this.set({ conn: "gone", bye: code, retry: null });
  }

  /** The page comes to the front, or the device finds a network. */
  wake() {
    if (document.visibilityState === "hidden") return;
    if (this.state.conn === "off") return this.open();
    this.pulse.look();
    this.pulse.ask();
  }

  /**
   * Goes where the table lives, at once; not if nodes send one from each other to each other.
   * @param {string} node
   */
  move(node) {
    this.drop();
    if (this.hops === MOST_HOPS) {
      this.hops = 0; // after a while it may be followed again
      return this.lost();
    }
    if (this.doubts > 0 && [node, ""].includes(this.suspect)) {
      this.suspect = node;
      this.doubts -= 1;
      this.timer = window.setTimeout(() => this.open(), DOUBT_MS);
      return;
    }
    this.hops += 1;
    this.node = node;
    this.open();
  }

  /** @param {import("paiju/messages").Server} message */
  receive(message) {
    this.pulse.arrived();
    if (message.type === "pong") return;
    if (message.type === "error" && message.code === "table.elsewhere")
      return this.move(String(message.facts.node));
    if ("seq" in message && message.seq !== undefined) {
      if (message.type !== "welcome" && this.seq !== null && message.seq <= this.seq) return;
      this.seq = message.seq;
    }
    if (message.type !== "bye") this.tries = this.hops = this.doubts = 0;
    if (message.type === "bye" && !AGAIN.has(message.code)) return this.end(message.code);
    const fresh = { conn: /** @type {const} */ ("on"), lost: null, retry: null, bye: null };
    this.set({ ...(message.type === "bye" ? { bye: message.code } : fresh), ...this.read(message) }, message);
    if (this.isNew) this.resend();
    this.isNew = false;
    if ("room" in message) this.follow(message.type === "welcome");
  }

  /** On a new connection what was not answered goes once more; what nobody means any more is given back. */
  resend() {
    const late = this.outbox.late().at(-1)?.message;
    const error = late && { code: "net.late", facts: {}, about: late.type, sent: late };
    this.set({ pending: this.outbox.parcels, ...(error && { error }) });
    for (const { message } of this.outbox.parcels) this.put(message);
  }

  /**
   * The changes that a message makes, to the table and to this connection.
   * @param {import("paiju/messages").Server} message
   * @returns {Partial<LiveState>}
   */
  read(message) {
    if (message.type === "error") return this.refused(message);
    if (message.type === "done") {
      this.outbox.take(message.id);
      return { pending: this.outbox.parcels };
    }
    if (message.type === "welcome") {
      this.wish = {};
      this.node = message.node ?? this.node; // a node of the previous version does not say it
    }
    return changesOf(this.state, message);
  }

  /**
   * A refused message is no longer pending; an unreadable one would be unreadable again.
   * @param {import("paiju/messages").Error} message
   * @returns {Partial<LiveState>}
   */
  refused(message) {
    const parcel = this.outbox.take(message.id ?? (message.about ? undefined : this.outbox.parcels[0]?.id));
    const facts = /** @type {Record<string, Fact>} */ (message.facts);
    return { error: { ...message, facts, sent: parcel?.message }, pending: this.outbox.parcels };
  }

  /**
   * Takes part in the shuffle, and compares what the server says of it with what it said before.
   * @param {boolean} renewed on a new connection
   */
  follow(renewed) {
    const { room, view, log } = this.state;
    if (!room) return;
    this.followed = this.followed
      .then(async () => {
        const { Following } = await import("./fairness/following.js");
        this.following ??= new Following(this.tableId);
        const say = await this.following.hear({ room, view, log }, renewed);
        for (const message of say) this.put(message);
        const { doubts, own } = this.following.stored;
        if (doubts !== this.state.doubts || own !== this.state.own) this.set({ doubts, own });
      })
      .catch(console.error); // the table goes on; a seat without a part in the shuffle is reported
  }

  /** @param {Partial<LiveState>} changes @param {Received | null} [message] */
  set(changes, message = null) {
    this.state = { ...this.state, ...changes };
    this.onState(this.state, message);
  }
}
