// @ts-check
/** `/learn`, `/learn/GAME` and what stands below: a guided first deal, and lessons. */
import { NoPage } from "../home/error.js";
import { useLater } from "../table/later.js";
import { worded } from "../texts.js";
import { styled } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";

const GAMES = ["baohuang", "paohuzi"];
const WAITING = html`<div class="boot" aria-busy="true"></div>`;

/** @param {{id: string}} props */
export function Learn({ id }) {
  const [game, name = "", ...rest] = id.split("/");
  const known = !game || (GAMES.includes(game) && rest.length === 0);
  const kind = name === "deal" ? "first" : name ? "lesson" : "path";
  const First = useLater(
    () => styled(worded(import("./first.js"), "table"), "table"),
    "First",
    known && kind === "first",
  );
  const Lesson = useLater(
    () => worded(import("./lesson.js"), "table", "lessons"),
    "Lesson",
    known && kind === "lesson",
  );
  const Path = useLater(
    () => styled(worded(import("./path.js"), "lessons", "table"), "booklet"),
    "Path",
    known && kind === "path",
  );
  if (!known) return html`<${NoPage} />`;
  if (kind === "first") return First ? html`<${First} game=${game} />` : WAITING;
  if (kind === "lesson") return Lesson ? html`<${Lesson} key=${name} game=${game} name=${name} />` : WAITING;
  return Path ? html`<${Path} games=${game ? [game] : GAMES} />` : WAITING;
}
