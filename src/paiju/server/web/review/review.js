// @ts-check
/** @import { GameView } from "paiju/page" */
/** The review beside a replay: verdicts with the moves, where the points came from, what the cards hid. */
import { gameOf } from "../games.js";
import { keep, recall } from "../storage.js";
import { useLater } from "../table/later.js";
import { num, sayError, t, worded } from "../texts.js";
import { Button } from "../ui/ui.js";
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Line, Verdict } from "./decision.js";
import { flagged, useReview } from "./following.js";
import { Curve, Sum } from "./sum.js";

const NUMBERS = "paiju.review.numbers";

/**
 * @param {{id: string, game: string, deal: number, seat: number, names: string[], at: number,
 *   words: (action: string) => string, onAt: (at: number) => void, onSeat: (seat: number) => void,
 *   onLesson: (lesson: import("../learn/exercises.js").Lesson | null) => void, onClose: () => void,
 *   onBranch: (() => void) | null}} props
 *   `onBranch` plays on from here, where something is left to play
 */
export function Review({ id, game, deal, seat, names, at, words, onAt, onSeat, ...on }) {
  const { onLesson, onClose, onBranch } = on;
  const review = useReview(id, deal, seat);
  const key = `${id}/${deal}/${seat}`;
  const [learning, setLearning] = useState(""); // what is exercised
  const [numbers, setNumbers] = useState(() => recall(NUMBERS, false, "tab"));
  useEffect(() => void keep(NUMBERS, numbers, "tab"), [numbers]);
  const Exercises = useLater(
    () => worded(import("../learn/exercises.js"), "learn"),
    "Exercises",
    learning !== "",
  );
  const row = review.decisions.filter(flagged);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const show = (/** @type {number} */ place) => {
    onAt(place);
    box.current?.scrollTo({ top: 0 });
  };
  const shared = { seat, names, numbers, words };
  return html`<section class="review" ref=${box} aria-label=${t("web.review.title")} tabindex="0"
      data-testid="review" data-state=${review.state}>
    <header class="review-head">
      <select aria-label=${t("web.review.seat")} data-testid="review-seat"
        onChange=${(/** @type {import("paiju/page").Typed} */ event) => onSeat(Number(event.target.value))}>
        ${names.map((name, n) => html`<option key=${n} value=${n} selected=${n === seat}>${name}</option>`)}
      </select>
      <${Button} kind="quiet" class="review-toggle" aria-pressed=${String(numbers)}
          data-testid="review-numbers" onClick=${() => setNumbers(!numbers)}>${t("web.review.numbers")}<//>
      <${Button} kind="quiet" icon="close" aria-label=${t("web.close")} onClick=${onClose} />
    </header>
    ${
      learning === key
        ? Exercises &&
          html`<${Exercises} ...${shared} id=${id} deal=${deal} row=${row} onAt=${show} onLesson=${onLesson}
        onEnd=${() => setLearning("")} />`
        : html`<${State} review=${review} />
      <${Findings} ...${shared} review=${review} game=${game} at=${at} onAt=${onAt} onShow=${show}
        onLearn=${() => setLearning(key)} onBranch=${onBranch} />`
    }
  </section>`;
}

/**
 * The findings so far: the decision that is displayed, the sum, the course, all decisions, what
 * was open.
 * @param {{review: ReturnType<typeof useReview>, game: string, seat: number, names: string[], at: number,
 *   numbers: boolean, words: (action: string) => string, onAt: (at: number) => void,
 *   onShow: (at: number) => void, onLearn: () => void, onBranch: (() => void) | null}} props
 */
function Findings({ review, game, seat, names, at, numbers, words, onAt, onShow, onLearn, onBranch }) {
  const { decisions, deal } = review;
  const [all, setAll] = useState(false);
  const bad = decisions.filter(flagged);
  const here = decisions.find(({ index }) => index === at || index === at - 1);
  const listed = all ? decisions : bad;
  return html`
    ${here && html`<${Verdict} one=${here} names=${names} words=${words} numbers=${numbers} />`}
    ${
      onBranch &&
      html`<${Button} kind="quiet" icon="play" data-testid="branch-begin" onClick=${onBranch}>
        ${t("web.branch.begin")}<//>`
    }
    ${
      deal &&
      html`${
        bad.length > 0 &&
        html`<${Button} icon="hint" wide data-testid="learn" onClick=${onLearn}>
        ${t("web.learn.begin", { count: bad.length })}<//>`
      }
      <${Sum} parts=${deal.parts} own=${names[seat]} numbers=${numbers} chance=${deal.parts.chance !== 0} />
      <${Curve} whole=${deal} decisions=${decisions} at=${at} onAt=${onAt} />`
    }
    ${
      listed.length > 0 &&
      html`<h2>${t(all ? "web.review.all" : "web.review.flagged")}</h2>
      <ol class="review-lines">${listed.map(
        (one) =>
          html`<${Line} key=${one.index} one=${one} here=${one === here} names=${names} words=${words}
              onAt=${onShow} />`,
      )}</ol>`
    }
    ${deal && bad.length === 0 && html`<p class="review-none">${t("web.review.none")}</p>`}
    ${
      decisions.length > bad.length &&
      html`<${Button} kind="quiet" data-testid="review-all" aria-expanded=${String(all)}
          onClick=${() => setAll(!all)}>
        ${t(all ? "web.review.fewer" : "web.review.more", { count: decisions.length })}<//>`
    }
    ${deal && html`<${Opened} ...${{ game, details: deal.table, seat, names, at, numbers, onAt }} />`}`;
}

/** How far it is, or what stands against it. @param {{review: ReturnType<typeof useReview>}} props */
function State({ review }) {
  const { error, state, done, of, retry } = review;
  if (error)
    return html`<p class="review-state" role="status">${sayError(error)}
      <${Button} kind="quiet" onClick=${retry}>${t("web.again")}<//></p>`;
  if (review.deal) return html`<p class="visually-hidden" role="status">${t("web.review.done")}</p>`;
  return html`<div class="review-state"><p role="status">${t(`web.review.state.${state}`)}</p>
    ${
      of > 0 &&
      html`<progress max=${of} value=${done}
      aria-label=${t("web.review.progress", { done: num(done), of: num(of) })}></progress>`
    }
  </div>`;
}

/**
 * What the game tells with open cards.
 * @param {{game: string, details: import("./following.js").Told, seat: number, names: string[], at: number,
 *   numbers: boolean, onAt: (at: number) => void}} props
 */
function Opened({ game, ...props }) {
  const load = gameOf(game).review;
  const Own = useLater(
    () => (load ? load().then((module) => ({ [game]: module.Opened })) : Promise.reject()),
    game,
    Boolean(load),
    false,
  );
  return Own && html`<${Own} ...${props} />`;
}
