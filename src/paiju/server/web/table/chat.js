// @ts-check
/** @import { RoomState, Said, Send, Typed } from "paiju/page" */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Empty } from "../figures/empty.js";
import { setPref, usePrefs } from "../prefs.js";
import { has, t } from "../texts.js";
import { Button } from "../ui/ui.js";
import { useArrival } from "./acting.js";
import { hasVoice } from "./bands.js";

const MOST_MUTED = 99; // beside the newest: marks of tables that are long over are of no use

/** A chat line, in the reader's language if it is a phrase. @param {Said} said */
export const saidText = (said) => said.text ?? phraseText(said.phrase ?? "");

/** @param {string} id */
export const phraseText = (id) => (has(`web.phrase.${id}`) ? t(`web.phrase.${id}`) : id);

/** Whether this device mutes a speaker. @param {{muted: string[]}} prefs @param {Said} said */
export const isMuted = (prefs, said) => prefs.muted.includes(said.mark);

/**
 * Quick phrases as buttons, before them what a rule lets one say just now.
 * @param {{state: RoomState, send: Send, onSaid?: () => void}} props
 */
export function Phrases({ state: { room, view }, send, onSaid }) {
  const ids = [...(view && "sayable" in view ? view.sayable : []), ...room.phrases];
  const say = (/** @type {string} */ phrase) => {
    send({ type: "say", phrase });
    onSaid?.();
  };
  return html`<div class="phrases">${ids.map(
    (id) =>
      html`<button type="button" class="button phrase" key=${id} data-phrase=${id} onClick=${() => say(id)}>
        ${phraseText(id)}</button>`,
  )}</div>`;
}

/**
 * Chat of the room: what was said, muting, phrases and a line of one's own.
 * @param {{state: RoomState, send: Send, allowed: boolean}} props
 */
export function Chat({ state, send, allowed }) {
  const prefs = usePrefs();
  const { room, error } = state;
  const [text, setText] = useState("");
  const end = useRef(/** @type {HTMLElement|null} */ (null));
  const lines = room.chat.filter((said) => !isMuted(prefs, said));
  const going = state.pending.filter(({ message }) => message.type === "say");
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [lines.length + going.length]);
  // Restore a refused text, so that it can be sent again.
  useArrival(
    error,
    ({ sent }) => sent?.type === "say" && sent.text && setText((now) => now || (sent.text ?? "")),
  );
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) send({ type: "say", text: text.trim().slice(0, 200) });
    setText("");
  };
  const others = room.seats.filter((seat) => seat.kind === "human" && seat.seat !== room.you.seat);
  return html`<section class="chat" aria-label=${t("web.table.chat")}>
    <ul class="chat-lines" ref=${end} tabindex="0" aria-label=${t("web.table.chat")}>
      ${lines.map(
        (said, i) => html`<li key=${i}><b><bdi>${said.name}</bdi></b> <bdi>${saidText(said)}</bdi>
      </li>`,
      )}
      ${going.map(
        ({ id, message }) => html`<li key=${id} class="chat-going" aria-busy="true"><bdi>
      ${saidText(/** @type {Said} */ (/** @type {unknown} */ (message)))}</bdi> <small>
      ${t("web.table.barred.sent")}</small></li>`,
      )}
      ${lines.length + going.length === 0 && html`<li><${Empty} text=${t("web.table.chat.none")} /></li>`}
    </ul>
    <div class="mutes">${others.map(
      (seat) => html`<${Mute} key=${seat.mark} mark=${seat.mark}
        name=${seat.name} muted=${prefs.muted} />
        ${
          seat.muted
            ? html`<p class="hint">${t("web.table.muted.all", { name: seat.name })}</p>`
            : hasVoice(room) &&
              room.state !== "waiting" &&
              html`<${Button} kind="quiet" data-testid=${`mute-all-${seat.seat}`}
                onClick=${() => send({ type: "ask", what: "mute", seat: seat.seat })}>
              ${t("web.table.mute.all", { name: seat.name })}<//>`
        }`,
    )}</div>
    <${Phrases} state=${state} send=${send} />
    ${
      allowed &&
      html`<form class="chat-form" onSubmit=${submit}>
      <input value=${text} maxlength="200" aria-label=${t("web.table.chat.write")}
          placeholder=${t("web.table.chat.write")} enterkeyhint="send"
        onInput=${(/** @type {Typed} */ event) => setText(event.target.value)} dir="auto" />
      <${Button} kind="main" type="submit" icon="chat" aria-label=${t("web.table.chat.send")} />
    </form>`
    }
  </section>`;
}

/** @param {{mark: string, name: string, muted: string[]}} props */
function Mute({ mark, name, muted }) {
  const on = muted.includes(mark);
  const flip = () =>
    setPref("muted", on ? muted.filter((one) => one !== mark) : [...muted.slice(-MOST_MUTED), mark]);
  return html`<${Button} kind="quiet" icon=${on ? "mute" : "sound"} aria-pressed=${String(on)}
      onClick=${flip}>
    ${t(on ? "web.table.unmute" : "web.table.mute", { name })}<//>`;
}
