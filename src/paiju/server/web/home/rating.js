// @ts-check
/** How strong the server believes this guest to be, which no other guest sees. */
import { has, num, signed, t } from "../texts.js";
import { html, useEffect } from "../vendor/htm-preact.js";
import { loadMe, useMe } from "./me.js";

/** @typedef {import("./me.js").OwnRating} OwnRating */

/** @param {{rating: OwnRating}} props */
const Line = ({ rating }) => html`<strong class="digits">${num(rating.points)}</strong>
  <span class="muted digits">± ${num(rating.margin)}</span>
  ${rating.provisional && html`<span class="muted">${t("web.rating.provisional")}</span>`}`;

/** All ratings of a guest. @param {{ratings: OwnRating[], title?: string}} props */
export function Ratings({ ratings, title = t("web.rating.title") }) {
  if (ratings.length === 0) return null;
  return html`<section class="past" data-testid="ratings">
    <h2>${title}</h2>
    <ul>${ratings.map((rating) => {
      const preset = `preset.${rating.game}.${rating.family}`;
      return html`<li key=${preset} class="past-row">
        <strong>${t(`web.game.${rating.game}`)}</strong>
        <span class="names">${has(preset) ? t(preset) : rating.family}</span>
        <span><${Line} rating=${rating} /></span>
        <span class="muted">${t("web.rating.matches", { count: rating.matches })}</span>
      </li>`;
    })}</ul>
  </section>`;
}

/** The change of the guest's rating by a finished match. @param {{game: string, family: string}} props */
export function Rated({ game, family }) {
  const me = useMe();
  useEffect(() => void loadMe().catch(() => {}), []);
  const rating = me.ratings.find((one) => one.game === game && one.family === family);
  if (!rating) return null;
  return html`<p class="settle-rated" role="status" data-testid="rated">
    ${t("web.rating.now")} <${Line} rating=${rating} />
    <span class="digits">(${signed(rating.change)})</span>
  </p>`;
}
