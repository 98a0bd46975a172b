// @ts-check
/** @import { Refused } from "paiju/page" */
/** A short lesson: texts, cards and questions, which the rules engine answers. */
import { NoPage } from "../home/error.js";
import { api } from "../net.js";
import { sayError, t } from "../texts.js";
import { Button, Icon, Link, useTitle } from "../ui/ui.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Row } from "../faces.js";
import { Hand, Scene } from "./drawing.js";
import { namesOf } from "./names.js";
import { noteLearned } from "./progress.js";
import { Question } from "./question.js";

/** @typedef {import("./question.js").Part} Part */
/** @typedef {{name: string, rules: string[], parts: Part[]}} Told */

const SEATS = 5; // as many as sit at any table here
const ME = 0;
const SHOWN = new Set(["legal", "free", "win"]); // other questions are in words

/** `/learn/GAME/LESSON` @param {{game: string, name: string}} props */
export function Lesson({ game, name }) {
  const [loaded, setLoaded] = useState(/** @type {Told | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  const [at, setAt] = useState(0);
  const path = `/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}`;
  const title = t(`web.lesson.${game}.${name}`);
  useTitle(loaded ? title : t("web.learn.all"));
  useEffect(() => {
    let live = true;
    setAt(0);
    setLoaded(null);
    api("GET", path).then(
      (found) => live && setLoaded(found),
      (refused) => live && setError(refused),
    );
    return () => {
      live = false;
    };
  }, [path]);
  const over = loaded !== null && at >= loaded.parts.length;
  // Before the page is seen: anyone who leaves it at once has learned it too.
  useLayoutEffect(() => {
    if (over) noteLearned(`${game}/${name}`);
  }, [over]);
  if (error?.code === "page.none") return html`<${NoPage} />`;
  return html`<main class="page lesson" data-testid="lesson" data-at=${at} data-over=${String(over)}
      aria-busy=${loaded === null && !error}>
    <header class="page-head">
      <${Link} class="button button-quiet button-icon" href=${`/learn/${game}`}
          aria-label=${t("web.learn.all")}>
      <${Icon} name="back" /><//>
      <h1 tabindex="-1">${loaded ? title : t("web.learn.all")}</h1>
      ${loaded && html`<${Steps} at=${at} of=${loaded.parts.length} />`}
    </header>
    ${error && html`<p role="alert">${sayError(error)}</p>`}
    ${
      loaded &&
      (over
        ? html`<${End} game=${game} loaded=${loaded} />`
        : html`<${Step} key=${at} game=${game} lesson=${name} path=${path} at=${at} part=${loaded.parts[at]}
            onNext=${() => setAt(at + 1)} />`)
    }
  </main>`;
}

/** How far one is. @param {{at: number, of: number}} props */
function Steps({ at, of }) {
  const words = t("web.first.step", { at: Math.min(at + 1, of), of });
  return html`<span class="guided-steps" role="img" aria-label=${words} title=${words}>
    ${Array.from({ length: of }, (_, n) => html`<i key=${n} data-done=${n < at} data-now=${n === at}></i>`)}
  </span>`;
}

/**
 * One text, or one question.
 * @param {{game: string, lesson: string, path: string, at: number, part: Part, onNext: () => void}} props
 */
function Step({ game, lesson, path, at, part, onNext }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (at > 0) place.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  const facts = Object.fromEntries(namesOf(SEATS, ME).map((who, seat) => [`p${seat}`, who]));
  const say = (/** @type {string} */ key) => t(`web.lesson.${game}.${lesson}.${key}`, facts);
  return html`<section class="part lesson-part" tabindex="-1" ref=${place} data-kind=${part.kind ?? "say"}>
    <p class="lesson-text">${say(part.name)}</p>
    ${part.cards.map((row) => html`<${Row} key=${row} game=${game} codes=${row.split(" ")} />`)}
    ${part.hand && html`<${Hand} game=${game} text=${part.hand} />`}
    ${
      part.card &&
      html`<p class="muted">${t("web.lesson.table")}</p>
      <${Row} game=${game} codes=${[part.card]} />`
    }
    ${part.view && SHOWN.has(part.kind ?? "") && html`<${Scene} view=${part.view} hand=${!part.free} />`}
    ${
      part.kind
        ? html`<${Question} game=${game} path=${path} at=${at} part=${part} onNext=${onNext}
            why=${say(`${part.name}.why`)} />`
        : html`<div class="guided-ways"><${Button} kind="main" data-testid="lesson-next" onClick=${onNext}>
          ${t("web.first.next")}<//></div>`
    }
  </section>`;
}

/** What comes after: the rules themselves, and the path. @param {{game: string, loaded: Told}} props */
const End = ({ game, loaded }) => html`<section class="part lesson-part" data-testid="lesson-end">
  <p class="lesson-text" role="status">${t("web.lesson.end")}</p>
  <p class="muted">${t("web.lesson.rules")} ${loaded.rules.map(
    (rule) => html`<${Link} key=${rule} class="rule" href=${ruleAddress(game, rule)}><bdi>${rule}</bdi><//> `,
  )}</p>
  <div class="guided-ways"><${Link} class="button button-main" href=${`/learn/${game}`}>
    ${t("web.first.path")}<//></div>
</section>`;

/** The page of a rule. @param {string} game @param {string} rule */
export const ruleAddress = (game, rule) =>
  `/rules/${game}#${encodeURIComponent(rule.replace(/^(BH|PZ) /, ""))}`;
