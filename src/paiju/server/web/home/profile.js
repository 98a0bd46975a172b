// @ts-check
/** @import { Refused } from "paiju/page" */
/** A guest's own page, for those who have the link. */
import { Avatar } from "../figures/avatar.js";
import { Empty } from "../figures/empty.js";
import { api } from "../net.js";
import { day, dot, signed, t } from "../texts.js";
import { useTitle } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { RatingCurves } from "./ratingcurve.js";
import { ErrorPage } from "./error.js";
import { PageHead } from "./head.js";
import { Ratings } from "./rating.js";

/**
 * @typedef {{name: string, avatar: string, ratings: import("./me.js").OwnRating[],
 *   curves: import("./ratingcurve.js").RatingCurve[],
 *   results: {game: string, deals: number, points: number, when: number}[]}} Profile
 */

/** `/profile/KEY`. @param {{id: string}} props */
export function ProfilePage({ id }) {
  const [page, setPage] = useState(/** @type {Profile | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  useTitle(page?.name ?? "");
  useEffect(() => {
    api("GET", `/api/profiles/${encodeURIComponent(id)}`).then(setPage, setError);
  }, [id]);
  if (error) return html`<${ErrorPage} error=${error} final />`;
  if (!page) return html`<main class="page" aria-busy="true"><div class="ghost ghost-card"></div></main>`;
  const { name, avatar, ratings, curves, results } = page;
  return html`<main class="page profile" data-testid="profile">
    <${PageHead} title=${html`<bdi>${name}</bdi>`} />
    <div class="profile-face" aria-hidden="true">
      <${Avatar} chair=${{ seat: 0, kind: "human", level: null, name, avatar }} /></div>
    <${RatingCurves} curves=${curves} />
    <${Ratings} ratings=${ratings} title=${t("web.profile.ratings")} />
    <section class="past" aria-labelledby="profile-results">
      <h2 id="profile-results">${t("web.profile.results")}</h2>
      ${results.length === 0 && html`<${Empty} text=${t("web.profile.none")} />`}
      ${
        results.length > 0 &&
        html`<ul>${results.map(
          (one, n) => html`<li key=${n} class="past-row">
          <strong>${t(`web.game.${one.game}`)}</strong>
          <span class="digits profile-points">${signed(one.points)}</span>
          <span class="muted">${t("web.profile.deals", { count: one.deals })}${dot()}${day(one.when)}</span>
        </li>`,
        )}</ul>`
      }
    </section>
  </main>`;
}
