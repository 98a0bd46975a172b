// @ts-check
/** @import { Message, Prompt, Refused, Send } from "paiju/page" */
/** One puzzle: the table as a seat sees it, the question, an answer, and why. */
import { ErrorPage } from "../home/error.js";
import { LinkField } from "../ui/linkfield.js";
import { api } from "../net.js";
import { prefs } from "../prefs.js";
import { stateAt } from "../replay/steps.js";
import { Frame } from "../table/frame.js";
import { useGame } from "../table/table.js";
import { dot, lang, num, sayError, t } from "../texts.js";
import { Button, go, Icon, Link, Sheet, useTitle } from "../ui/ui.js";
import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { FORMS } from "./forms.js";
import { nextOf, Standing } from "./next.js";
import { Solution } from "./solution.js";

/**
 * A puzzle as the server sends it.
 * @typedef {{id: string, game: string, kind: string, options_line: string, seats: number, seat: number,
 *   view: import("paiju/page").GameView, prompt: import("paiju/page").AskedPrompt | null, rating: number,
 *   tried: boolean, day: boolean}} Puzzle
 */
/**
 * The explanation of each kind of question: the reply to an action, who could claim it, points lost and
 * standard error; the reasons for the best; the chances of the seats; points.
 * @typedef {{replies?: Record<string, [number, string] | null>, claims?: Record<string, [number, string]>,
 *   loss?: Record<string, [number, number]>, why?: import("../review/following.js").Reason[],
 *   chances?: number[], final?: number}} Told
 */
/**
 * What an answer came to.
 * @typedef {import("./next.js").Standing & {answers: string[], told: Told, score: number,
 *   solved: boolean, gained: number | null, answer: string}} Result
 */

const nowhere = () => false;
const written = (/** @type {string} */ action) => action;

/** The page `/puzzle/ID`. @param {{id: string}} props */
export function PuzzlePage({ id }) {
  const [puzzle, setPuzzle] = useState(/** @type {Puzzle | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  useTitle(t("web.puzzle"));
  useEffect(() => {
    api("GET", `/api/puzzles/${encodeURIComponent(id)}?lang=${lang()}`).then(setPuzzle, setError);
  }, [id]);
  if (error) return html`<${ErrorPage} error=${error} onRetry=${() => location.reload()} />`;
  if (!puzzle)
    return html`<main class="replay-waiting" aria-busy="true" aria-label=${t("web.puzzle")}>
      <div class="ghost ghost-card"></div></main>`;
  return html`<${Solving} puzzle=${puzzle} />`;
}

/** @param {{puzzle: Puzzle}} props */
function Solving({ puzzle }) {
  const game = useGame(puzzle.game);
  const answering = useAnswer(puzzle);
  const [sheet, setSheet] = useState("");
  const names = useMemo(
    () =>
      Array.from({ length: puzzle.seats }, (_, seat) =>
        seat === puzzle.seat ? t("web.you") : t("web.puzzle.seat", { seat: num(seat + 1) }),
      ),
    [puzzle],
  );
  const state = useMemo(() => {
    const step = { actor: null, action: null, events: [], view: puzzle.view };
    const { game: name, options_line } = puzzle;
    const played = { game: name, options_line, names, deals: 1, returns: [], steps: [step] };
    return stateAt(puzzle.id, played, 1, 0, puzzle.seat);
  }, [puzzle, names]);
  if (!game) return null;
  const { view } = state;
  const { prompt, sent } = answering;
  const title = t(puzzle.day ? "web.puzzle.day" : `web.puzzle.kind.${puzzle.kind}`);
  const line = [title, t(`web.game.${puzzle.game}`), puzzle.options_line].filter(Boolean).join(dot());
  const context = {
    names,
    emperor: view.game === "baohuang" ? view.emperor : null,
    tell: game.tell,
    cards: game.cardWords,
  };
  const board = prompt
    ? { ...state, prompt, pending: sent ? [{ id: "", message: sent, at: 0 }] : [] }
    : state;
  const ask = answering.result ? "" : t(`web.puzzle.how.${puzzle.kind}`);
  const ui = { names, open: setSheet, sheet, said: null, context, readonly: !prompt, ask };
  const Own = game.sheets?.[sheet];
  return html`<div class="replay puzzle" data-testid="puzzle-page" data-kind=${puzzle.kind}
      data-asks=${String(prompt !== null)} data-review="true" data-plays="true"
      data-solved=${answering.result ? String(answering.result.solved) : ""}>
    <header class="replay-head">
      <${Link} class="button button-quiet button-icon" href="/puzzles" aria-label=${t("web.puzzles")}>
        <${Icon} name="back" /><//>
      <h1 tabindex="-1"><span>${t(`web.puzzle.ask.${puzzle.kind}`)}</span>${" "}
        <small class="muted">${line}</small></h1>
      <${Button} kind="quiet" icon="share" aria-label=${t("web.share")} onClick=${() => setSheet("share")} />
    </header>
    <${Frame} game=${puzzle.game} label=${t("web.puzzle")} bar=${null} panel=${null}>
      <${game.Board} state=${board} send=${prompt ? answering.send : nowhere} prefs=${prefs()} ui=${ui} />
    <//>
    <${Panel} puzzle=${puzzle} names=${names} words=${game.answerWords ?? written} answering=${answering} />
    ${
      sheet === "share" &&
      html`<${Sheet} title=${t("web.share")} onClose=${() => setSheet("")}>
        <${LinkField} link=${new URL(`/puzzle/${puzzle.id}`, location.href).href} /><//>`
    }
    ${Own && html`<${Own} state=${state} onClose=${() => setSheet("")} context=${context} />`}
  </div>`;
}

/**
 * The answer to a puzzle: on the table where it is an action, else as text.
 * @param {Puzzle} puzzle
 */
function useAnswer(puzzle) {
  const [sent, setSent] = useState(/** @type {Message | null} */ (null));
  const [result, setResult] = useState(/** @type {Result | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  const [round, setRound] = useState(0);
  const give = (/** @type {string} */ answer) => {
    setError(null);
    setSent({ type: "act", action: answer });
    api("POST", `/api/puzzles/${encodeURIComponent(puzzle.id)}`, { answer }).then(
      (found) => {
        setSent(null);
        setResult({ ...found, answer });
      },
      (refused) => {
        setSent(null);
        setError(refused);
      },
    );
  };
  /** @type {Send} */
  const send = (message) => {
    if (message.type !== "act" || sent) return false;
    give(message.action ?? "");
    return true;
  };
  const again = () => {
    setResult(null);
    setRound(round + 1);
  };
  const prompt =
    puzzle.prompt && !result
      ? /** @type {Prompt} */ ({ ...puzzle.prompt, id: `puzzle-${round}`, deadline: null, total_ms: 0 })
      : null;
  return { prompt, sent, result, error, give, send, again };
}

/**
 * Beside the table: the question, then the result of the answer.
 * @param {{puzzle: Puzzle, names: string[], words: (action: string) => string,
 *   answering: ReturnType<typeof useAnswer>}} props
 */
function Panel({ puzzle, names, words, answering }) {
  const { result, error, sent, give, again } = answering;
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  const Form = FORMS[puzzle.kind];
  const line = error ? sayError(error) : t(sent ? "web.puzzle.checking" : `web.puzzle.how.${puzzle.kind}`);
  const [game, kind] = (new URLSearchParams(location.search).get("of") ?? "/").split("/");
  const next = () =>
    api("GET", nextOf(game, kind ?? "")).then(
      (found) => found.next && go(`/puzzle/${found.next}?of=${game}/${kind ?? ""}`),
      () => go("/puzzles"),
    );
  useEffect(() => void (result && title.current?.focus()), [result]);
  return html`<section class="review puzzle-panel" aria-label=${t("web.puzzle")} tabindex="0">
    <h2 tabindex="-1" ref=${title}>${t(`web.puzzle.ask.${puzzle.kind}`)}</h2>
    ${!result && html`<p role="status">${line}</p>`}
    ${
      !result &&
      Form &&
      html`<${Form} puzzle=${puzzle} names=${names} busy=${sent !== null} onGive=${give} />`
    }
    ${
      result &&
      html`<${Solution} puzzle=${puzzle} result=${result} names=${names} words=${words} />
      <${Standing} standing=${result} />`
    }
    <div class="exercise-ways">
      ${
        result &&
        !result.solved &&
        html`<${Button} data-testid="puzzle-again" onClick=${again}>${t("web.puzzle.again")}<//>`
      }
      <${Button} kind=${result ? "main" : "plain"} data-testid="puzzle-on" onClick=${next}>
        ${t(result ? "web.puzzle.next" : "web.puzzle.skip")}<//>
    </div>
  </section>`;
}
