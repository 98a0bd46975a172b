// @ts-check
/**
 * Words that sound alike though they are written otherwise, as 五 and 伍 do. An invisible sign before such a
 * word stands for
 * what a voice says in front of it.
 */
import { html } from "../vendor/htm-preact.js";
import { t } from "../texts.js";

export const LARGE = "\u2063";
export const SMALL = "\u2064";

/** A text as it is written, without signs. @param {string} text */
export const plain = (text) => text.replaceAll(LARGE, "").replaceAll(SMALL, "");

/** A text as it is spoken. @param {string} text */
export const aloud = (text) =>
  text.replaceAll(LARGE, t("web.aloud.large")).replaceAll(SMALL, t("web.aloud.small"));

/** A text that is written one way and spoken, where it has signs, another. @param {{text: string}} props */
export function Aloud({ text }) {
  const written = plain(text);
  return written === text
    ? text
    : html`<span aria-hidden="true">${written}</span><span class="visually-hidden">${aloud(text)}</span>`;
}
