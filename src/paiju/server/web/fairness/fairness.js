// @ts-check
/** @import { Child, DealState, Room } from "paiju/page" */
import { cardName } from "../art.js";
import { Cards } from "../settle/parts.js";
import { nameOf } from "../table/pod.js";
import { t } from "../texts.js";
import { Icon, Sheet } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { audit, ofRecord, ofTable, signature } from "./audit.js";
import { firstCards, handOf, isAlwaysKnown } from "./check.js";
import { Doubt } from "./doubts.js";

/** A long number, to be compared and copied. @param {{name: Child, value: string}} props */
const Value = ({ name, value }) =>
  html`<div class="fair-value"><dt>${name}</dt><dd><code dir="ltr">${value || "–"}</code></dd></div>`;

/** @typedef {Event & {currentTarget: HTMLDetailsElement}} Toggled */

/**
 * The chain and what was found of it, fetched again with each link.
 * @param {() => Promise<import("./chain.js").Links>} source
 * @param {DealState} state
 */
function useAudit(source, { room, own }) {
  const [found, setFound] = useState(
    /** @type {{links?: import("./chain.js").Links, failed?: boolean, signed?: string}} */ ({}),
  );
  useEffect(() => {
    let current = true;
    source().then(
      async (links) => {
        if (current) setFound({ links });
        const signed = await signature(links, audit(links, own, room.you.seat));
        if (current) setFound({ links, signed });
      },
      () => current && setFound({ failed: true }),
    );
    return () => {
      current = false;
    };
  }, [room.fairness.previous]);
  return found;
}

/**
 * The chain of a table's match; a deal that others play too has none, and is checked by its record.
 * @param {Room} room
 */
const ofRoom = ({ id, series, record }) => (series && record ? ofRecord(record) : ofTable(id));

/**
 * How the deals were shuffled: a sentence and a tick first, the numbers behind them for anyone who wants
 * them.
 * @param {{state: DealState, source?: () => Promise<import("./chain.js").Links>, onClose: () => void}} props
 *   `source` gives the chain, by default that of the table
 */
export const FairnessSheet = ({ onClose, ...rest }) =>
  html`<${Sheet} title=${t("web.fairness.title")} onClose=${onClose}><${Fairness} ...${rest} /><//>`;

/** @param {{state: DealState, source?: () => Promise<import("./chain.js").Links>}} props */
function Fairness({ state, source = () => ofRoom(state.room) }) {
  const { room, doubts, own } = state;
  const { links, failed, signed } = useAudit(source, state);
  const found = links ? audit(links, own, room.you.seat) : null;
  const deals = (found?.deals ?? []).map((one) => withHand(one, state));
  const { previous } = room.fairness; // a replay has none; a table's must be in the chain
  const cut = Boolean(previous && found && previous !== found.last && !found.links.includes(previous));
  const bad =
    cut ||
    links?.renamed ||
    doubts.length > 0 ||
    deals.some(({ ok }) => !ok) ||
    signed === "bad" ||
    signed === "other";
  return html`<div class="fair" data-testid="fairness-panel" tabindex="0" role="group"
      aria-label=${t("web.fairness.title")}>
    <p class="fair-verdict" role="status" data-testid="fairness-verdict" data-ok=${String(!bad)}>
    <${Icon} name=${bad ? "warning" : "check"} />
      <span>${verdict({ bad, failed, found, deals })}</span></p>
    ${
      doubts.length > 0 &&
      html`<ul class="fair-doubts">${doubts.map(
        (doubt) => html`<${Doubt} key=${JSON.stringify(doubt)} doubt=${doubt} room=${room} />
      ${
        doubt.seen &&
        html`<li><details><summary>${t("web.doubt.seen")}</summary><code dir="ltr">
      ${JSON.stringify(doubt.seen)}</code></details></li>`
      }`,
      )}</ul>`
    }
    ${deals.reverse().map((one, at) => html`<${Deal} key=${deals.length - at} one=${one} state=${state} />`)}
    <details class="fair-how" data-testid="fairness-how"><summary>${t("web.fairness.about")}</summary>
      <p>${t(`web.fairness.${room.series ? "laid" : found?.plain ? "plain" : "how"}`)}</p>
      ${
        found?.last &&
        html`<dl><${Value} name=${t("web.fairness.chain")} value=${found.last} />
        ${found.key && html`<${Value} name=${t("web.fairness.key")} value=${found.key} />`}</dl>`
      }
      ${
        signed &&
        !found?.plain &&
        html`<p data-testid="signature" data-signed=${signed}>
      ${t(`web.fairness.signed.${signed}`)}</p>`
      }
      <p class="muted">${t("web.fairness.more")}</p></details>
  </div>`;
}

/**
 * The one sentence.
 * @param {{bad: boolean, failed?: boolean, found: import("./audit.js").Audit | null, deals:
 *   import("./audit.js").Audited[]}} props
 */
function verdict({ bad, failed, found, deals }) {
  if (bad) return t("web.fairness.bad");
  if (failed) return t("web.fairness.unreachable");
  if (!found) return t("web.fairness.checking");
  const over = deals.filter(({ shuffle }) => !shuffle.why).length;
  return over ? t("web.fairness.fair", { deals: over }) : t("web.fairness.none");
}

/**
 * The cards in hand prove the deal that is on the table.
 * @param {import("./audit.js").Audited} one
 * @param {DealState} state
 */
function withHand(one, state) {
  if (one.shuffle.why || !state.view?.over || state.view.deal !== one.deal) return one;
  const hand = handOf(one.seed, state);
  return hand
    ? { ...one, ok: one.ok && hand.ok, findings: [...one.findings, { key: "hand", ok: hand.ok }] }
    : one;
}

/**
 * A shuffle: its sentence, and in it the numbers.
 * @param {{one: import("./audit.js").Audited, state: DealState}} props
 */
function Deal({ one, state }) {
  const [open, setOpen] = useState(false);
  const { deal, shuffle, ok, refused } = one;
  const names = refused.map((seat) => nameOf(state.room, seat));
  const said = !ok
    ? "web.fairness.deal.bad"
    : shuffle.why
      ? `web.fairness.${shuffle.why}`
      : "web.fairness.deal";
  return html`<details class="fair-deal" data-testid="fairness-deal" data-deal=${deal} data-ok=${String(ok)}
      onToggle=${(/** @type {Toggled} */ event) => setOpen(event.currentTarget.open)}>
    <summary><${Icon} name=${ok ? "check" : "warning"} /> <span>${t(said, { deal, names })}</span></summary>
    ${open && html`<${Numbers} one=${one} state=${state} />`}
  </details>`;
}

/** @param {{one: import("./audit.js").Audited, state: DealState}} props */
function Numbers({ one: { deal, shuffle, seed, findings }, state }) {
  const { room, view } = state;
  const name = (/** @type {number} */ seat) =>
    seat === room.you.seat ? t("web.fairness.own") : t("web.fairness.nonce", { who: nameOf(room, seat) });
  const cards =
    shuffle.why || (view?.deal !== deal && !isAlwaysKnown(room.game)) ? [] : firstCards(seed, state);
  return html`<ul class="fair-proof">${findings.map(
    ({ key, ok }) => html`<li data-ok=${String(ok)} key=${key}>
      <${Icon} name=${ok ? "check" : "warning"} /> ${t(`web.fairness.${key}.${ok ? "ok" : "bad"}`)}</li>`,
  )}</ul>
    ${
      cards.length > 0 &&
      html`<p>${t("web.fairness.first")}</p>
      <span role="img" aria-label=${cards.map(cardName).join(t("web.settle.comma"))}>
      <${Cards} game=${room.game} cards=${cards} w=${30} /></span>`
    }
    <dl><${Value} name=${t("web.fairness.commitment")} value=${shuffle.commitment} />
      ${shuffle.nonces.map((nonce, seat) => html`<${Value} name=${name(seat)} value=${nonce} />`)}
      <${Value} name=${t("web.fairness.secret")} value=${shuffle.secret} />
      <${Value} name=${t("web.fairness.seed")} value=${seed} /></dl>`;
}
