// @ts-check
/** @import { View } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";

/**
 * A view that is drawn again only when one of its properties is another one; functions do not count, so they
 * look up what they need when they are called. An element of a template must not be stored for that instead:
 * it holds the whole tree in which it was first drawn, and that one those of the elements stored before.
 * @param {View} of
 * @returns {View}
 */
export function steady(of) {
  class Steady {
    /** @type {Record<string, unknown>} */
    props = {};

    /** @param {Record<string, unknown>} next */
    shouldComponentUpdate(next) {
      return Object.keys(next).some(
        (key) => typeof next[key] !== "function" && next[key] !== this.props[key],
      );
    }

    /** @param {Record<string, unknown>} props */
    render(props) {
      return html`<${of} ...${props} />`;
    }
  }
  return /** @type {View} */ (/** @type {unknown} */ (Steady));
}
