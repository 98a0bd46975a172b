// @ts-check
/** The pack after a cut. */

/**
 * A pack as it lies after the cut that a log tells of.
 * @param {string[]} pack
 * @param {import("paiju/page").Happening[]} log
 */
export function cutPack(pack, log) {
  const at = log.find((event) => event.event === "cut")?.number ?? 0;
  return [...pack.slice(at), ...pack.slice(0, at)];
}
