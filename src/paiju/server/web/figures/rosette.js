// @ts-check
/** The round paper cut of the house: eight petals about an old coin. It looks the same from every side. */
import { html } from "../vendor/htm-preact.js";
import { leaf, o } from "./paper.js";

const PETALS = 8;
const PETAL = [
  ["p", o(50, 15, 14.5)],
  ["c", leaf(50, 34, 50, 5, 4.6) + leaf(41.5, 22, 44, 9, 1.7) + leaf(58.5, 22, 56, 9, 1.7)],
  ["p", leaf(50, 27, 50, 12, 1.6)],
  ["c", leaf(65.8, 12, 60.5, 25, 2.6) + o(63, 17.5, 0.1)],
];
const COIN = [
  ["p", o(50, 50, 36)],
  ["c", "M50 50m-21 0a21 21 0 1 0 42 0a21 21 0 1 0 -42 0z"],
  ["p", o(50, 50, 17.5)],
  ["c", "M43 43h14v14H43z"],
];
const FILLS = /** @type {Record<string, string>} */ ({ p: "currentColor", c: "var(--cut)" });

/** @param {{layers: string[][], turn?: number}} props */
const Layers = ({ layers, turn = 0 }) =>
  layers.map(
    ([fill, d], at) => html`<path key=${at} d=${d} fill=${FILLS[fill]}
      transform=${`rotate(${turn} 50 50)`} />`,
  );

/** @param {{class?: string}} props */
export const Rosette = ({ class: extra = "" }) => {
  const turns = Array.from({ length: PETALS }, (_, at) => (360 / PETALS) * at);
  return html`<svg class=${`figure ${extra}`} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    ${turns.map((turn) => html`<${Layers} key=${turn} layers=${PETAL.slice(0, 1)} turn=${turn} />`)}
    <${Layers} layers=${COIN.slice(0, 1)} />
    ${turns.map((turn) => html`<${Layers} key=${turn} layers=${PETAL.slice(1)} turn=${turn} />`)}
    <${Layers} layers=${COIN.slice(1)} /></svg>`;
};
