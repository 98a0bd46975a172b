// @ts-check
/**
 * Translators of browsers put elements of their own (`<font>`) in the place of texts. A text that is taken
 * out hears of no update any more, and its place is lost for what comes beside it. So it goes back, empty,
 * beside what stands for it; once it says something else, or goes, that goes too.
 */

/** @typedef {{text: Text, words: string, wrapper: Element, watch: MutationObserver}} Swap */

/** Swaps by their text and by their wrapper. @type {WeakMap<Node, Swap>} */
const swaps = new WeakMap();

/** Whether an element is none of this page. @param {Node | null} node @returns {node is Element} */
const isForeign = (node) =>
  node instanceof Element && (node.tagName === "FONT" || node.tagName.includes("-"));

/** @param {Text} text @param {Element} wrapper */
function swap(text, wrapper) {
  const words = text.data;
  text.data = "";
  wrapper.before(text);
  const made = { text, words, wrapper, watch: new MutationObserver(() => end(made)) };
  made.watch.observe(text, { characterData: true });
  swaps.set(text, made);
  swaps.set(wrapper, made);
}

/** @param {Swap} made */
function end({ text, wrapper, watch }) {
  watch.disconnect();
  swaps.delete(text);
  swaps.delete(wrapper);
  wrapper.remove();
}

/** One of the two has gone: the text, or the translation, which is taken back. @param {Swap} made */
function part(made) {
  const { text, words, wrapper } = made;
  if (text.parentNode === wrapper.parentNode) return;
  const back = !wrapper.isConnected && text.data === "";
  end(made);
  if (back) text.data = words;
}

/** @param {MutationRecord[]} records */
function look(records) {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
    for (const node of removedNodes) {
      const known = swaps.get(node);
      if (known) part(known);
      else if (node instanceof Text && !node.isConnected) {
        const wrapper = [...addedNodes, previousSibling, nextSibling].find(
          (one) => one?.isConnected && isForeign(one) && !swaps.has(one),
        );
        if (isForeign(wrapper ?? null)) swap(node, /** @type {Element} */ (wrapper));
      }
    }
}

/**
 * Keeps updates of texts under an element working after a browser translated them.
 * @param {Element} root
 * @param {MutationRecord[]} [before] what has been done to them so far
 */
export function outliveWrappers(root, before = []) {
  new MutationObserver(look).observe(root, { childList: true, subtree: true });
  look(before);
}
