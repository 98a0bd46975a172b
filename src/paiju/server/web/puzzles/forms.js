// @ts-check
/** @import { Child, Typed } from "paiju/page" */
/** Questions that no action at the table answers: who is the guard, how many hu, which cards win. */
import { cardName } from "../art.js";
import { facesOf, Row } from "../faces.js";
import { t } from "../texts.js";
import { Button, Field } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";

/** @typedef {{puzzle: import("./solve.js").Puzzle, names: string[], busy: boolean,
 *   onGive: (answer: string) => void}} Props */

const SECONDS = 60;
const WHOLE = 100;
const KINDS = ["s", "b"].flatMap((suit) => Array.from({ length: 10 }, (_, at) => `${suit}${at + 1}`));

/**
 * Percentages that add up to 100 once one of them is set; the others keep their proportions.
 * @param {number[]} shares
 * @param {number[]} seats  that have one
 * @param {number} seat
 * @param {number} share
 */
export function shared(shares, seats, seat, share) {
  const others = seats.filter((one) => one !== seat);
  const before = others.reduce((sum, one) => sum + shares[one], 0);
  return shares.map((old, at) => {
    if (at === seat) return share;
    if (!others.includes(at)) return 0;
    return before ? (old * (WHOLE - share)) / before : (WHOLE - share) / others.length;
  });
}

/** A share for each seat that could be the guard: a slider and its number. @param {Props} props */
function Guard({ puzzle, names, busy, onGive }) {
  const emperor = puzzle.view.game === "baohuang" ? puzzle.view.emperor : -1;
  const seats = names.map((_, seat) => seat).filter((seat) => seat !== puzzle.seat && seat !== emperor);
  const [shares, setShares] = useState(
    names.map((_, seat) => (seats.includes(seat) ? WHOLE / seats.length : 0)),
  );
  const percent = shares.map(Math.round);
  return html`<div class="puzzle-form">
    ${seats.map(
      (seat) => html`<label class="puzzle-weight" key=${seat}><bdi>${names[seat]}</bdi>
        <input type="range" min="0" max=${WHOLE} value=${percent[seat]} data-testid=${`weight-${seat}`}
          aria-valuetext=${t("web.puzzle.percent", { share: percent[seat] })}
          onInput=${(/** @type {Typed} */ event) =>
            setShares(shared(shares, seats, seat, Number(event.target.value)))} />
        <output class="digits">${t("web.puzzle.percent", { share: percent[seat] })}</output></label>`,
    )}
    <${Button} kind="main" data-testid="puzzle-give" disabled=${busy}
        onClick=${() => onGive(percent.join(" "))}>${t("web.puzzle.give")}<//>
    <${Tricks} view=${puzzle.view} names=${names} />
  </div>`;
}

/**
 * The plays so far, trick by trick.
 * @param {{view: import("paiju/page").GameView, names: string[]}} props
 */
function Tricks({ view, names }) {
  if (view.game !== "baohuang") return null;
  return html`<h3>${t("web.puzzle.tricks")}</h3><ol class="puzzle-tricks">${view.tricks.map(
    (trick, at) =>
      html`<li key=${at}>${trick
        .filter(({ cards }) => cards.length > 0)
        .map(
          ({ seat, cards, faces }, n) => html`<span key=${n}><bdi>${names[seat]}</bdi>
          <${Row} w=${24} game="baohuang" codes=${faces ?? cards} /></span>`,
        )}</li>`,
  )}</ol>`;
}

/** A number against a clock, which can be stopped. @param {Props} props */
function Hu({ busy, onGive }) {
  const [typed, setTyped] = useState("");
  const [left, setLeft] = useState(/** @type {number | null} */ (SECONDS));
  useEffect(() => {
    if (left === null || busy) return undefined;
    if (left === 0) return void onGive("-");
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, busy]);
  const give = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (typed) onGive(String(Number(typed)));
  };
  const type = (/** @type {Typed} */ event) => setTyped(event.target.value.replace(/\D/g, ""));
  return html`<form class="puzzle-form" onSubmit=${give}>
    ${
      left !== null &&
      html`<p class="puzzle-clock">
        <span role="timer" class="digits">${t("web.puzzle.left", { seconds: left })}</span>
      <${Button} kind="quiet" onClick=${() => setLeft(null)}>${t("web.puzzle.stop")}<//></p>`
    }
    <${Field} label=${t("web.puzzle.hu")} inputmode="numeric" pattern="[0-9]*" maxlength="3" value=${typed}
      data-testid="puzzle-number" onInput=${type} />
    <${Button} kind="main" type="submit" data-testid="puzzle-give" disabled=${busy || !typed}>
      ${t("web.puzzle.give")}<//>
  </form>`;
}

/** Any of the twenty cards. @param {Props} props */
function Waits({ puzzle, busy, onGive }) {
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const { One } = facesOf(puzzle.game);
  const turn = (/** @type {string} */ card) =>
    setChosen(chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card]);
  return html`<div class="puzzle-form">
    <div class="puzzle-cards" dir="ltr" role="group" aria-label=${t("web.puzzle.ask.waits")}>${KINDS.map(
      (card) => html`<button type="button" key=${card} class="puzzle-card" aria-label=${cardName(card)}
        aria-pressed=${String(chosen.includes(card))} data-testid=${`card-${card}`}
        onClick=${() => turn(card)}><${One} code=${card} w=${24} /></button>`,
    )}</div>
    <${Button} kind="main" data-testid="puzzle-give" disabled=${busy || chosen.length === 0}
        onClick=${() => onGive(KINDS.filter((card) => chosen.includes(card)).join(" "))}>
      ${t("web.puzzle.give")}<//>
  </div>`;
}

/** @type {Record<string, (props: Props) => Child>} */
export const FORMS = { guard: Guard, hu: Hu, waits: Waits };
