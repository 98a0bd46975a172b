// @ts-check
/** @import { Child } from "paiju/page" */
/** A page that is drawn in parts, so that no task of the browser draws all of it. */
import { html, useLayoutEffect, useState } from "../vendor/htm-preact.js";

/**
 * What waits to be drawn, each in a frame of its own: first what has the lowest rank.
 * @type {{rank: number, come: () => void}[]}
 */
let waiting = [];
let calling = false;

/** Once the page has displayed a frame, or at once where it displays none. @param {() => void} then */
const afterFrame = (then) =>
  document.hidden ? setTimeout(then) : requestAnimationFrame(() => setTimeout(then));

/** Lets all that waits come, one after the other. */
function callAll() {
  calling = waiting.length > 0;
  if (!calling) return;
  afterFrame(() => {
    waiting[0]?.come();
    callAll();
  });
}

/** Changes what waits; `data-coming` of the page counts it. @param {typeof waiting} now */
function wait(now) {
  waiting = now;
  document.documentElement.dataset.coming = String(now.length);
  if (!calling) callAll();
}

/** A part that is drawn in its turn. @param {{rank: number, children: Child}} props */
function Turn({ rank, children }) {
  const [here, setHere] = useState(false);
  useLayoutEffect(() => {
    const leave = () => wait(waiting.filter((one) => one !== mine));
    const mine = {
      rank,
      come: () => {
        leave();
        setHere(true);
      },
    };
    wait([...waiting, mine].sort((a, b) => a.rank - b.rank));
    return leave;
  }, []);
  return here && children;
}

/**
 * Draws each child in a frame of its own; those of a lower `rank` come first.
 * @param {{rank?: number, children: Child[]}} props
 */
export const Parts = ({ rank = 0, children }) =>
  children.map((child, at) => child && html`<${Turn} key=${at} rank=${rank}>${child}<//>`);
