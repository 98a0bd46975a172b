// @ts-check
/** @import { Chair, Room, Send } from "paiju/page" */
/**
 * The ways out of a match: leaving one's seat for a while, and ending the match for all. Each says first what
 * it does.
 */
import { t } from "../texts.js";
import { Button, Dialog, go } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";

/** Whether other people sit at the table. @param {Room} room */
export const inCompany = (room) =>
  room.seats.some((/** @type {Chair} */ chair) => chair.kind === "human" && chair.seat !== room.you.seat);

/**
 * @param {{title: string, testid: string, lines: string[], act: string, onAct: () => void, onClose: () =>
 *   void}} props
 */
const Question = ({
  title,
  testid,
  lines,
  act,
  onAct,
  onClose,
}) => html`<${Dialog} title=${title} onClose=${onClose} testid=${testid}
    footer=${html`<${Button} onClick=${onClose}>${t("web.leave.stay")}<//>
      <${Button} kind="danger" data-testid=${`${testid}-now`} onClick=${onAct}>${act}<//>`}>
  <div class="stack">${lines.map((line) => html`<p key=${line}>${line}</p>`)}</div>
<//>`;

/**
 * Before one leaves: what becomes of the seat, and how to come back.
 * @param {{room: Room, send: Send, onClose: () => void}} props
 */
export function LeaveDialog({ room, send, onClose }) {
  const company = inCompany(room);
  const leave = () => {
    if (company) send({ type: "stand" });
    go("/");
  };
  const lines = [
    t(company ? "web.leave.bot" : "web.leave.waits"),
    t("web.leave.return"),
    ...(company && room.you.host ? [t("web.leave.host")] : []),
  ];
  return html`<${Question} title=${t("web.leave.title")} testid="leave" lines=${lines}
      act=${t("web.leave.now")} onAct=${leave} onClose=${onClose} />`;
}

/**
 * Before the match is ended, or a vote on that is opened.
 * @param {{room: Room, send: Send, onClose: () => void}} props
 */
export function DismissDialog({ room, send, onClose }) {
  const company = inCompany(room);
  const dismiss = () => {
    send({ type: "ask", what: "dismiss", on: true });
    onClose();
  };
  const lines = [t(company ? "web.dismiss.vote" : "web.dismiss.alone"), t("web.dismiss.counts")];
  return html`<${Question} title=${t("web.dismiss.title")} testid="dismiss" lines=${lines}
    act=${t(company ? "web.dismiss.ask" : "web.dismiss.now")} onAct=${dismiss} onClose=${onClose} />`;
}
