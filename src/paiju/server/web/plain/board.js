// @ts-check
/** @import { Context, DealState, Happening, Send, Ui } from "paiju/page" */
/** The table of a game that the browser does not know: seats, its view as text, its offers as buttons. */
import { barred, underway, useRefused, whyBarred } from "../table/acting.js";
import { awayText, nameOf } from "../table/pod.js";
import { Choice, QuestionLine, Refusal } from "../table/question.js";
import { dot, sayError, signed, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";
import { facts, written } from "./value.js";

/** Fields that stand elsewhere on the page. */
const KNOWN = new Set(["game", "deal", "viewer", "seats", "order", "options"]);

/** An event by its name and facts, a seat by its name. @param {Happening} event @param {Context} context */
export function tell({ event, seat, ...rest }, context) {
  const who = seat === undefined ? "" : `${context.names[seat]}: `;
  return `${who}${[event, facts(rest)].filter(Boolean).join(dot())}`;
}

/**
 * A seat: its name, its points, whether the clock is on it.
 * @param {{state: DealState, seat: number}} props
 */
function Seat({ state: { room, clock }, seat }) {
  const info = room.seats[seat];
  const away = !info.online;
  return html`<li data-testid=${`seat-${seat}`} data-turn=${String(clock?.seat === seat)}
      data-away=${String(away)}>
    <b><bdi>${nameOf(room, seat)}</bdi></b>
    <bdi dir="ltr" class="digits">${signed(room.match?.scores[seat] ?? 0)}</bdi>
    ${away && html`<small>${t("web.table.away")}</small>`}
    ${info.auto && html`<small>${t("web.table.auto")}</small>`}
  </li>`;
}

/** @param {{state: DealState, send: Send, ui: Ui}} props */
export function Board({ state, send, ui }) {
  const { room, view, prompt, clock } = state;
  const refused = useRefused(state);
  const sent = underway(state);
  const off = barred(state) !== "";
  const act = (/** @type {string} */ action) => send({ type: "act", prompt: prompt?.id, action });
  const away = awayText(room, clock?.seat);
  const turn = away || clock?.seat == null ? away : t("web.table.asks", { who: nameOf(room, clock.seat) });
  const text = prompt ? whyBarred(state) || t("web.table.asked") : turn;
  const refusal =
    refused && html`<${Refusal} text=${sayError(refused)} rule=${refused.rule} onRule=${ui.onRule} />`;
  const shown = Object.entries(view).filter(([name]) => !KNOWN.has(name));
  return html`<div class="plain">
    <ol class="plain-seats">
      ${room.seats.map(({ seat }) => html`<${Seat} key=${seat} state=${state} seat=${seat} />`)}</ol>
    <dl class="plain-view" tabindex="0" dir="ltr">${shown.map(
      ([name, value]) =>
        html`<div key=${name} data-field=${name}><dt>${name}</dt>
        <dd>${written(value)}</dd></div>`,
    )}</dl>
    <${QuestionLine} text=${text} refusal=${refusal} clock=${clock} />
    <div class="plain-actions" id="hand" tabindex="-1">${
      !ui.readonly &&
      (prompt?.actions ?? []).map(
        (/** @type {string} */ action) => html`<${Choice} key=${action} action=${action} off=${off}
        label=${html`<bdi dir="ltr">${action}</bdi>`}
        sent=${sent === action} isDefault=${action === prompt?.default} onAct=${act} />`,
      )
    }</div>
  </div>`;
}
