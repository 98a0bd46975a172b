// @ts-check
/** @import { Refused } from "paiju/page" */
/** A guest's own page, for those who have the link. */
import { Avatar } from "../figures/avatar.js";
import { Empty } from "../figures/empty.js";
import { api } from "../net.js";
import { Last, Roles } from "./figures.js";
import { day, dot, signed, t } from "../texts.js";
import { useTitle } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { ErrorPage } from "../home/error.js";
import { PageHead } from "../home/head.js";
import { RatingCurves, Ratings } from "../home/rating.js";

/**
 * @typedef {{name: string, avatar: string, by_role: import("./page.js").Group[],
 *   last: import("./figures.js").Pictured[], ratings: import("../home/me.js").OwnRating[],
 *   curves: import("../home/rating.js").RatingCurve[],
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
  const { name, avatar, by_role, last, ratings, curves, results } = page;
  return html`<main class="page profile" data-testid="profile">
    <${PageHead} title=${html`<bdi>${name}</bdi>`} />
    <div class="profile-face" aria-hidden="true">
      <${Avatar} chair=${{ seat: 0, kind: "human", level: null, name, avatar }} /></div>
    <${RatingCurves} curves=${curves} />
    <${Ratings} ratings=${ratings} title=${t("web.profile.ratings")} />
    ${by_role.length > 0 && html`<${Roles} groups=${by_role} />`}
    ${last.length > 0 && html`<${Last} deals=${last} />`}
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
