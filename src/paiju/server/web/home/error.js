// @ts-check
/** @import { Fact } from "paiju/page" */
import { html, useEffect } from "../vendor/htm-preact.js";
import { MASKS } from "../figures/masks.js";
import { Figure } from "../figures/paper.js";
import { has, sayError, t } from "../texts.js";
import { noteLoading, reachable, wasLoaded } from "../ui/reload.js";
import { Button, go, useTitle } from "../ui/ui.js";

const ASK_MS = 3000;

/** What does not exist will not exist at the next try. */
const NOTHING_THERE = /\.none$/;

const HOME = () => go("/");
const reload = () => location.reload();

/** Goes on as soon as the server can be reached again. @param {boolean} wanted @param {() => void} onBack */
function useReturn(wanted, onBack) {
  useEffect(() => {
    if (!wanted) return undefined;
    let timer = 0;
    let live = true;
    let missed = !wasLoaded();
    const look = async () => {
      clearTimeout(timer);
      const there = await reachable();
      clearTimeout(timer);
      if (!live) return;
      if (there && missed) {
        noteLoading();
        onBack();
      }
      missed = missed || !there;
      timer = window.setTimeout(look, ASK_MS);
    };
    const wake = () => document.visibilityState === "visible" && look();
    timer = window.setTimeout(look, ASK_MS);
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      live = false;
      clearTimeout(timer);
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
    };
  }, [wanted]);
}

/**
 * A page with one sentence, two ways on and the code; `final`: trying again will hardly help. Where only the
 * server cannot be
 * reached, it goes on by itself once it can.
 * @param {{error: {code: string, facts?: Record<string, Fact>}, onRetry?: () => void, retryText?: string,
 *   onHome?: (() => void) | null, final?: boolean}} props
 */
export function ErrorPage({ error, onRetry = reload, retryText, onHome = HOME, ...how }) {
  const final = how.final ?? NOTHING_THERE.test(error.code);
  useReturn(error.code === "net.offline", onRetry);
  const help = `web.error.${error.code}.help`;
  const bye = `web.bye.${error.code}`;
  const sentence = t(bye) === bye ? sayError(error) : t(bye);
  useTitle(sentence);
  return html`<main class="page error-page">
    <${Figure} sheet=${MASKS.chou} class="error-figure" />
    <h1 tabindex="-1">${sentence}</h1>
    ${has(help) && html`<p role="status">${t(help)}</p>`}
    <div class="row">
      ${final && html`<${Button} kind="main" onClick=${onHome}>${t("web.home")}<//>`}
      <${Button} kind=${final ? "plain" : "main"} onClick=${onRetry}>${retryText ?? t("web.again")}<//>
      ${!final && onHome && html`<${Button} onClick=${onHome}>${t("web.home")}<//>`}
    </div>
    <p class="hint">${t("web.error.code")} <code dir="ltr">${error.code}</code></p>
  </main>`;
}

/** A path that names no page. */
export const NoPage = () => html`<${ErrorPage} error=${{ code: "page.none" }} final />`;

/** A page that needs to know who plays, in a browser that keeps no cookie. */
export const NoCookies = () => html`<${ErrorPage} error=${{ code: "guest.cookies" }} onHome=${null} />`;

/** A page whose files did not arrive. */
export const Unloaded = () =>
  html`<${ErrorPage} error=${{ code: "net.offline" }} onHome=${() => location.assign("/")} />`;
