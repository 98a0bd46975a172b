// @ts-check
/** How much may move, and how fast. */
import { onPrefs, prefs } from "./prefs.js";

const FACTORS = { calm: 1.4, brisk: 1, instant: 0 };

/** Whether this person wants nothing to move. */
export const still = () =>
  prefs().speed === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A length of time as this person likes it. @param {number} ms */
export const paced = (ms) => ms * FACTORS[prefs().speed];

/** Waits for the next task: what one alone would do too long is done in some. */
export const nextTask = () => new Promise((done) => setTimeout(done));

/** Style sheets hold still as well. @param {{speed: string}} wish */
const tell = ({ speed }) => {
  document.documentElement.dataset.speed = speed;
};
tell(prefs());
onPrefs(tell);
