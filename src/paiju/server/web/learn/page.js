// @ts-check
/** `/learn`, `/learn/GAME` and what stands below: a guided first deal, and lessons. */
import { NoPage } from "../home/error.js";
import { useLater } from "../table/later.js";
import { worded } from "../texts.js";
import { styled } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";
import { Path } from "./path.js";

const GAMES = ["baohuang", "paohuzi"];

/** @param {{id: string}} props */
export function Learn({ id }) {
  const [game, name = "", ...rest] = id.split("/");
  const plays = name === "deal";
  const First = useLater(() => styled(worded(import("./first.js"), "table"), "table"), "First", plays);
  const Lesson = useLater(() => worded(import("./lesson.js"), "table"), "Lesson", name !== "" && !plays);
  if (!game) return html`<${Path} games=${GAMES} />`;
  if (!GAMES.includes(game) || rest.length) return html`<${NoPage} />`;
  if (!name) return html`<${Path} games=${[game]} />`;
  if (!plays)
    return Lesson
      ? html`<${Lesson} key=${name} game=${game} name=${name} />`
      : html`<div class="boot" aria-busy="true"></div>`;
  return First ? html`<${First} game=${game} />` : html`<div class="boot" aria-busy="true"></div>`;
}
