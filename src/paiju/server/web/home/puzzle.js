// @ts-check
/** The puzzle of the day on the first page; it is fetched and drawn once its place can be seen. */
import { useLater } from "../table/later.js";
import { t, worded } from "../texts.js";
import { Link, styled } from "../ui/ui.js";
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";

/** Whether an element has come into sight, as a hook. @param {{current: Element | null}} place */
function useInSight(place) {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((met) => {
      if (!met.some((one) => one.isIntersecting)) return;
      setSeen(true);
      watch.disconnect();
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return seen;
}

export function PuzzleOfTheDay() {
  const place = useRef(/** @type {Element | null} */ (null));
  const seen = useInSight(place);
  const Day = useLater(
    () => styled(worded(import("../puzzles/day.js"), "puzzles", "lessons", "table"), "booklet"),
    "Day",
    seen,
    false,
  );
  return html`<section class="part" aria-labelledby="puzzle-day" data-testid="home-puzzle" ref=${place}>
    <h2 id="puzzle-day">${t("web.home.puzzle")}</h2>
    <div class="puzzle-place">${Day && html`<${Day} />`}</div>
    <${Link} class="button" href="/puzzles">${t("web.puzzles")}<//>
  </section>`;
}
