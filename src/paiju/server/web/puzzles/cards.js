// @ts-check
import { cardName } from "../art.js";
import { facesOf, withSuits } from "../faces.js";
import { list } from "../texts.js";
import { html } from "../vendor/htm-preact.js";

/** Cards in a line of text. @param {{game: string, codes: string[]}} props */
export function Cards({ game, codes }) {
  const { One } = facesOf(game);
  const said = list(codes.map(cardName));
  return html`<span class="puzzle-shown" dir="ltr" role="img" aria-label=${said}>${withSuits(codes).map(
    (code, at) => html`<${One} key=${at} code=${code} w=${24} />`,
  )}</span>`;
}
