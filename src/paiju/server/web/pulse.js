// @ts-check
/**
 * Whether a connection still carries anything. Browsers do not tell: traffic that is dropped without a word
 * looks like a
 * table where nothing happens. So a quiet socket is pinged, and without an answer it ends.
 */

const TICK_MS = 250;
const QUIET_MS = 1250;
const ANSWER_MS = 2000;
const OPEN_MS = 5000;
const REOPEN_MS = 2500; // it has answered before: longer is rather a node that has stopped than a slow line
const OPEN_WAYS = 3; // there and back, until a connection stands
const MOST_MS = 10_000;
const TIMES = 4; // a slow line may take this multiple of its earlier time
const HICCUP_MS = 1000; // a page that was held up could not hear either, and asks again
const ASLEEP_MS = 20_000; // a page that did not run for so long has often lost its connection without a word

let took = 0; // what the last answer took, for each of its ways, whichever table it was of

/**
 * Watches one connection after the other. It judges nothing while the page is hidden, for then its timers
 * hardly run.
 */
export class Pulse {
  /** @param {{ask: () => void, silent: () => void, stale: () => void}} tell `stale`: the page has slept */
  constructor(tell) {
    this.tell = tell;
    this.on = false;
    this.arrivedAt = 0; // moments of performance.now()
    this.askedAt = 0; // 0: no answer is awaited
    this.least = ANSWER_MS;
    this.ways = 1;
    this.missed = 0; // how often none came since
    this.ranAt = Date.now(); // by the clock on the wall, which goes on while a device sleeps
    this.timer = setInterval(() => this.look(), TICK_MS);
  }

  /** A connection is being made. */
  opening() {
    this.on = true;
    this.ranAt = Date.now();
    this.await(took ? REOPEN_MS : OPEN_MS, OPEN_WAYS);
  }

  /** There is no connection to watch. */
  rest() {
    this.on = false;
    this.askedAt = 0;
  }

  stop() {
    clearInterval(this.timer);
  }

  /** Asks now, for instance because something important was sent. */
  ask() {
    if (!this.on || this.askedAt) return;
    this.await(ANSWER_MS);
    this.tell.ask();
  }

  /** Something has come. */
  arrived() {
    const now = performance.now();
    if (this.askedAt) took = (now - this.askedAt) / this.ways;
    this.askedAt = this.missed = 0;
    this.arrivedAt = now;
  }

  /** Does what is due; call it too when the page comes to the front. */
  look() {
    if (document.visibilityState === "hidden") return;
    const [now, wall] = [performance.now(), Date.now()];
    const late = wall - this.ranAt - TICK_MS;
    this.ranAt = wall;
    if (late > ASLEEP_MS) return this.tell.stale();
    if (!this.on) return;
    if (late > HICCUP_MS) {
      if (this.askedAt) this.askedAt = now;
      return this.ask();
    }
    if (!this.askedAt) return now - this.arrivedAt > QUIET_MS && this.ask();
    // A line may be slow rather than dead: each miss makes it worth waiting longer.
    const patience = Math.max(this.least, TIMES * took) * (1 + this.missed / 2);
    if (now - this.askedAt < Math.min(MOST_MS, patience)) return;
    this.missed += 1;
    this.rest();
    this.tell.silent();
  }

  /** @param {number} least @param {number} [ways] */
  await(least, ways = 1) {
    this.least = least;
    this.ways = ways;
    this.askedAt = performance.now();
  }
}
