// @ts-check
/** What an answer came to, what would have been right, and why. */
import { Mark, reasonWords } from "../review/decision.js";
import { list, num, signed, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";
import { Row } from "../faces.js";

/** @typedef {{puzzle: import("./solve.js").Puzzle, result: import("./solve.js").Result, names: string[],
 *   words: (action: string) => string}} Props */

/** Chances below this are not displayed. */
const LEAST = 0.005;

/** Right answers of questions that are answered at the table. @param {Props} props */
const Actions = ({ result, words }) =>
  html`<p>${t("web.puzzle.right", { what: list(result.answers.map(words)) })}</p>`;

/** What the others may lay against it. @param {Props} props */
function Win(props) {
  const { puzzle, result, names } = props;
  const reply = result.told.replies?.[result.answer];
  return html`${
    !result.solved &&
    html`<p>${
      reply ? t("web.puzzle.reply", { name: names[reply[0]] }) : t("web.puzzle.reply.none")
    } ${reply && html`<${Row} w=${24} game=${puzzle.game} codes=${reply[1].split(" ")} />`}</p>`
  }
    <${Actions} ...${props} />`;
}

/** The seat that could claim it. @param {Props} props */
function Safe(props) {
  const { result, names } = props;
  const claim = result.told.claims?.[result.answer];
  return html`${
    claim && html`<p>${t(`web.puzzle.claim.${claim[1]}`, { name: names[claim[0]] })}</p>`
  }<${Actions} ...${props} />`;
}

/** Its loss compared with the best. @param {Props} props */
function Best(props) {
  const { result, names } = props;
  const lost = result.told.loss?.[result.answer];
  const why = reasonWords(result.told.why ?? [], names);
  return html`${lost && html`<p>${t("web.review.loss", { loss: num(lost[0]), error: num(lost[1]) })}</p>`}
    <${Actions} ...${props} />${why && html`<p class="review-why">${why}</p>`}`;
}

/** The guard, and what the play suggested. @param {Props} props */
function Guard({ result, names }) {
  const guard = Number(result.answers[0]);
  const chances = result.told.chances ?? [];
  const seen = chances.flatMap((chance, seat) =>
    chance > LEAST ? [t("web.puzzle.share", { name: names[seat], share: Math.round(100 * chance) })] : [],
  );
  return html`<p>${t("web.puzzle.guard", { name: names[guard] })}</p>
    ${chances[guard] < Math.max(...chances) && html`<p>${t("web.puzzle.elsewhere")}</p>`}
    <p>${t("web.puzzle.score", { score: num(Math.round(100 * result.score)) })}</p>
    <p class="review-why">${t("web.puzzle.read", { shares: list(seen) })}</p>`;
}

/** Its hu and points. @param {Props} props */
const Hu = ({ result }) =>
  html`<p>${t("web.puzzle.counts", { hu: result.answers[0], points: result.told.final ?? 0 })}</p>`;

/** Which cards win. @param {Props} props */
const Waits = ({ puzzle, result }) =>
  html`<p>${t("web.puzzle.waits")}
    <${Row} w=${24} game=${puzzle.game} codes=${result.answers[0].split(" ")} /></p>`;

const TOLD = { win: Win, safe: Safe, best: Best, guard: Guard, hu: Hu, waits: Waits };

/**
 * How an answer went: one that believed what could be read counts, but is not right where it was another.
 * @param {import("./solve.js").Puzzle} puzzle
 * @param {import("./solve.js").Result} result
 * @returns {"solved" | "read_well" | "missed"}
 */
export function outcome({ kind }, { solved, answer, answers }) {
  if (!solved) return "missed";
  if (kind !== "guard") return "solved";
  const shares = answer.split(" ").map(Number);
  return shares[Number(answers[0])] >= Math.max(...shares) ? "solved" : "read_well";
}

const VERDICTS = /** @type {const} */ ({ solved: "good", read_well: null, missed: "mistake" });

/** @param {Props} props */
export function Solution(props) {
  const { puzzle, result } = props;
  const Told = TOLD[/** @type {keyof typeof TOLD} */ (puzzle.kind)];
  const how = outcome(puzzle, result);
  const verdict = VERDICTS[how];
  return html`<div class="review-verdict" data-verdict=${verdict} role="status">
    <p>${verdict && html`<${Mark} verdict=${verdict} />`}
      <strong>${t(`web.puzzle.${how}`)}</strong>
      ${result.gained !== null && html` <bdi class="digits muted">${signed(result.gained)}</bdi>`}</p>
    ${Told && html`<${Told} ...${props} />`}
    ${result.gained === null && html`<p class="muted">${t("web.puzzle.uncounted")}</p>`}
  </div>`;
}
