// @ts-check
/** @import { Prompt } from "paiju/page" */
/** The buttons below the hand: pass, hint, and what can be done. */
import { t } from "../texts.js";
import { aloud, plain } from "../ui/aloud.js";
import { Icon } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";
import { Claims } from "./claims.js";
import { short } from "./narrate.js";

/**
 * The main button: the discard of the chosen card, or why it cannot be.
 * @param {{prompt: Prompt | null, chosen: string | null, barred: string, sent: string, why: (code: string) =>
 *   string, onDiscard: () => void}} props
 */
function Do({ prompt, chosen, barred, sent, why, onDiscard }) {
  const offered = chosen && !barred && prompt?.actions.includes(`discard ${chosen}`);
  const named =
    chosen && !barred && (offered || !prompt) && t("web.paohuzi.do.discard", { card: short(chosen) });
  const idle = barred || (chosen ? why(chosen) : t(prompt ? "web.paohuzi.do.none" : "web.paohuzi.do.idle"));
  return html`<button type="button" class="button button-main pz-do" data-testid="do"
      data-action=${offered ? `discard ${chosen}` : ""}
    aria-disabled=${offered ? null : "true"} aria-busy=${sent !== "" || null} onClick=${onDiscard}
    aria-label=${named && aloud(named) !== named ? aloud(named) : null}>${named ? plain(named) : idle}
      </button>`;
}

/**
 * `prompt` is null where there is no question here; `onHint` where no hint can help; `off`: nothing can be
 * answered now, `barred` says why.
 * @param {{prompt: Prompt | null, off: boolean, sent: string, barred: string, chosen: string | null, why:
 *   (code: string) => string, hints: boolean, hinted: string | null, onHint: (() => void) | null,
 * onDiscard: () => void, act: (action: string) => void, card: string | null, eating:
 * import("./eating.js").Eating, lays: Record<string, number>}} props
 */
export function Actions({ prompt, barred, chosen, why, hints, onHint, onDiscard, ...claims }) {
  const { hinted, off, sent, act } = claims;
  const passing = prompt?.actions.includes("pass");
  return html`<div class="pz-actions" role="toolbar" aria-label=${t("web.paohuzi.actions")}
      data-claims=${String(Boolean(passing))}>
    ${
      passing &&
      html`<button type="button" class=${`button pz-pass${hinted === "pass" ? " pz-hinted" : ""}`}
          data-testid="pass" data-action="pass"
      aria-disabled=${off ? "true" : null} aria-busy=${sent === "pass" || null} onClick=${() => act("pass")}>
        ${t("web.paohuzi.do.pass")}</button>`
    }
    ${
      hints &&
      html`<button type="button" class="button pz-hint" data-testid="hint"
          aria-disabled=${onHint ? null : "true"} aria-label=${t("web.paohuzi.do.hint")}
      title=${t("web.paohuzi.do.hint")} onClick=${() => onHint?.()}><${Icon} name="hint" /><span>
        ${t("web.paohuzi.do.hint")}</span></button>`
    }
    ${
      passing
        ? html`<${Claims} actions=${prompt?.actions} win=${prompt?.details?.hu} ...${claims}
    />`
        : html`<${Do} ...${{ prompt, barred, sent, chosen, why, onDiscard }} />`
    }
  </div>`;
}
