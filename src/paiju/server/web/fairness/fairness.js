// @ts-check
import { cardName } from "../art.js";
import { Cards } from "../settle/parts.js";
import { nameOf } from "../table/pod.js";
import { t } from "../texts.js";
import { Button, Icon, style } from "../ui/ui.js";
import { html, useState } from "../vendor/htm-preact.js";
import { check } from "./check.js";

style("settle");

/** A long number, to be compared and copied. @param {{name: any, value: string}} props */
const Value = ({ name, value }) => html`<div class="fair-value"><dt>${name}</dt><dd><code dir="ltr">${value || "–"}</code></dd></div>`;

/**
 * How the deals were shuffled: what was promised before, what was opened after, and a check in this page.
 * @param {{state: any}} props
 */
export function Fairness({ state }) {
  const { fairness } = state.room;
  const own = state.nonces?.[fairness.deal];
  return html`<div class="fair" data-testid="fairness-panel" tabindex="0" role="group" aria-label=${t("web.fairness.title")}>
    <p>${t("web.fairness.how")}</p>
    ${fairness.commitment && html`<section class="settle-box"><h3>${t("web.fairness.now", { deal: fairness.deal })}</h3>
      <dl><${Value} name=${t("web.fairness.commitment")} value=${fairness.commitment} />
        ${own && html`<${Value} name=${t("web.fairness.own")} value=${own} />`}</dl></section>`}
    ${[...fairness.past].reverse().map((opened) => html`<${Opened} key=${opened.deal + opened.secret} opened=${opened} state=${state} />`)}
    <p class="muted">${t("web.fairness.more")}</p>
  </div>`;
}

/** A finished deal. @param {{opened: any, state: any}} props */
function Opened({ opened, state }) {
  const [proof, setProof] = useState(/** @type {ReturnType<typeof check>|null} */ (null));
  const name = (/** @type {number} */ seat) =>
    seat === state.room.you.seat ? t("web.fairness.own") : t("web.fairness.nonce", { who: nameOf(state.room, seat) });
  return html`<section class="settle-box" data-testid="fairness-deal" data-deal=${opened.deal}>
    <h3>${t(opened.dropped ? "web.fairness.dropped" : "web.fairness.deal", { deal: opened.deal })}</h3>
    <dl><${Value} name=${t("web.fairness.commitment")} value=${opened.commitment} />
      ${opened.nonces.map((/** @type {string} */ nonce, /** @type {number} */ seat) => html`<${Value} name=${name(seat)} value=${nonce} />`)}
      <${Value} name=${t("web.fairness.secret")} value=${opened.secret} />
      ${proof && html`<${Value} name=${t("web.fairness.seed")} value=${proof.seed} />`}</dl>
    ${proof ? html`<${Proof} proof=${proof} game=${state.room.game} />`
      : html`<${Button} icon="check" data-testid="verify" onClick=${() => setProof(check(opened, state))}>${t("web.fairness.verify")}<//>`}
  </section>`;
}

/** What the check found. @param {{proof: ReturnType<typeof check>, game: string}} props */
function Proof({ proof: { findings, cards }, game }) {
  return html`<div role="status"><ul class="fair-proof">${findings.map(({ key, ok }) => html`<li data-ok=${String(ok)} key=${key}>
      <${Icon} name=${ok ? "check" : "warning"} /> ${t(`web.fairness.${key}.${ok ? "ok" : "bad"}`)}</li>`)}</ul></div>
    ${cards.length > 0 && html`<p>${t("web.fairness.first")}</p>
      <span role="img" aria-label=${cards.map(cardName).join(t("web.settle.comma"))}><${Cards} game=${game} cards=${cards} w=${30} /></span>`}`;
}
