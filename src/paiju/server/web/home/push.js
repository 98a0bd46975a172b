// @ts-check
/** @import { Refused } from "paiju/page" */
/** What this device is told while no page is open: nothing, until its owner asks for it. */
import { api } from "../net.js";
import { sayError, t } from "../texts.js";
import { Sheet, Switch } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";

const TOPICS = /** @type {const} */ (["turn", "friends", "day"]);
const DAY_HOUR = 10; // of this device's clock, when the day's deals are told
const READY_MS = 4000;

/** @typedef {{key: string, devices: Record<string, string[]>}} Told */

/** What keeps this browser from being told of anything; "" for nothing. */
function missing() {
  if (!window.isSecureContext) return "insecure";
  if (!navigator.serviceWorker || !window.PushManager || !window.Notification) return "browser";
  return Notification.permission === "denied" ? "denied" : "";
}

/** The service worker, which takes what is told; it fails where there is none. */
const worker = () =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise((_, fail) => setTimeout(() => fail(new Error("no worker")), READY_MS)),
  ]).then((ready) => /** @type {ServiceWorkerRegistration} */ (ready).pushManager);

/** The server's name of a device. @param {PushSubscription} subscription */
async function deviceOf({ endpoint }) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The second of the day, in UTC, at which it is a certain hour here. @param {Date} now */
const secondOfDay = (now) => ((((DAY_HOUR * 60 + now.getTimezoneOffset()) * 60) % 86400) + 86400) % 86400;

/**
 * Tells the server what this device is to be told; the browser asks its owner the first time.
 * @param {Told} told
 * @param {string[]} topics
 * @returns {Promise<string>} what stood in the way
 */
async function subscribe(told, topics) {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const pushes = await worker();
  const options = { userVisibleOnly: true, applicationServerKey: told.key };
  const again = async () => {
    await (await pushes.getSubscription())?.unsubscribe(); // it was made for another key
    return pushes.subscribe(options);
  };
  const made = await pushes.subscribe(options).catch(again);
  const { endpoint = "", keys = {} } = made.toJSON();
  const day_at = secondOfDay(new Date());
  await api("POST", "/api/me/push", { endpoint, public: keys.p256dh, auth: keys.auth, topics, day_at });
  if (topics.length === 0) await made.unsubscribe();
  return "";
}

/**
 * What this device is told, with a switch for each thing; a sentence where it cannot be told of any.
 * @param {{titled?: boolean}} props
 */
export function Notices({ titled = true }) {
  const [told, setTold] = useState(/** @type {Told | null} */ (null));
  const [topics, setTopics] = useState(/** @type {string[]} */ ([]));
  const [wrong, setWrong] = useState(missing() && t(`web.push.${missing()}`));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (wrong) return;
    const look = async () => {
      const found = /** @type {Told} */ (await api("GET", "/api/me/push"));
      const own = await (await worker()).getSubscription();
      setTopics((own && found.devices[await deviceOf(own)]) ?? []);
      setTold(found);
    };
    look().catch(() => setWrong(t("web.push.browser")));
  }, []);
  const choose = async (/** @type {string} */ topic, /** @type {boolean} */ on) => {
    if (!told || busy) return;
    const wanted = TOPICS.filter((one) => (one === topic ? on : topics.includes(one)));
    setBusy(true);
    setTopics(wanted);
    try {
      const barred = await subscribe(told, wanted);
      setWrong(barred && t(`web.push.${barred}`));
      if (barred) setTopics(topics);
    } catch (error) {
      const refused = /** @type {Refused} */ (error);
      setTopics(topics);
      setWrong(refused.code ? sayError(refused) : t("web.push.service"));
    }
    setBusy(false);
  };
  return html`<section class="stack person-page" aria-labelledby="push-title" data-testid="push"
      aria-busy=${String(busy)}>
    <h3 id="push-title" class=${titled ? "" : "visually-hidden"}>${t("web.push")}</h3>
    <p class="hint">${t("web.push.help")}</p>
    ${TOPICS.map(
      (topic) => html`<${Switch} key=${topic} label=${t(`web.push.${topic}.label`)}
        hint=${t(`web.push.${topic}.help`)} checked=${topics.includes(topic)} disabled=${!told || busy}
        data-testid=${`push-${topic}`} onChange=${(/** @type {boolean} */ on) => choose(topic, on)} />`,
    )}
    ${wrong && html`<p class="hint" role="alert">${wrong}</p>`}
  </section>`;
}

/** The same as a sheet, for the menu of a table. @param {{onClose: () => void}} props */
export const NoticesSheet = ({ onClose }) =>
  html`<${Sheet} title=${t("web.push")} onClose=${onClose} testid="push-sheet">
    <${Notices} titled=${false} /><//>`;
