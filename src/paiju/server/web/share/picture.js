// @ts-check
/** @import { Room } from "paiju/page" */
/** The result as a picture, with names or without, to be sent on or stored. */
import { nameOf } from "../table/pod.js";
import { dot, has, rtl, signed, t } from "../texts.js";
import { Button, Icon, Sheet, Switch } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { pngOf, SIZE, svgOf } from "./drawing.js";

const FILE = "paiju.png";

/**
 * What the picture of a room says; the seat that won most comes first.
 * @param {Room} room @param {boolean} names
 */
function summary(room, names) {
  const { scores, returns } = room.match;
  const best = Math.max(...scores);
  const preset = `preset.${room.game}.${room.preset}`;
  const nobody = { ...room, you: { ...room.you, seat: null } };
  const seats = room.seats.map((chair) => ({
    chair,
    name:
      names || chair.kind === "bot"
        ? nameOf(nobody, chair.seat)
        : t("web.table.seat", { seat: chair.seat + 1 }),
    points: signed(scores[chair.seat] ?? 0),
    won: scores[chair.seat] === best && best > 0,
  }));
  return {
    title: t(`web.game.${room.game}`),
    line: [has(preset) && t(preset), t("web.share.deals", { count: returns.length })]
      .filter(Boolean)
      .join(dot()),
    foot: `${t("web.app")} · ${location.host}`,
    rtl: rtl(),
    seats: seats.sort((a, b) => (scores[b.chair.seat] ?? 0) - (scores[a.chair.seat] ?? 0)),
  };
}

/** @param {{room: Room, onClose: () => void}} props */
export function PictureSheet({ room, onClose }) {
  const [names, setNames] = useState(true);
  const [drawn, setDrawn] = useState(/** @type {{file: File, address: string} | null} */ (null));
  const [failed, setFailed] = useState(false);
  const deals = room.match.returns.length;
  useEffect(() => {
    let address = "";
    let current = true;
    pngOf(svgOf(summary(room, names))).then(
      (blob) => {
        if (!current) return;
        address = URL.createObjectURL(blob);
        setDrawn({ file: new File([blob], FILE, { type: "image/png" }), address });
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
      URL.revokeObjectURL(address);
    };
  }, [deals, names]);
  const data = drawn && { files: [drawn.file] };
  const send = () => data && navigator.share(data).catch(() => {});
  return html`<${Sheet} title=${t("web.share.picture.title")} onClose=${onClose} testid="picture">
    <div class="stack">
      ${failed && html`<p role="alert">${t("web.share.failed")}</p>`}
      <img class="picture" width=${SIZE} height=${SIZE} src=${drawn?.address ?? ""}
        data-testid="picture-drawn"
        data-ready=${String(Boolean(drawn))} alt=${t("web.share.picture.title")} />
      <${Switch} label=${t("web.share.names")} checked=${names} onChange=${setNames}
        data-testid="picture-names" />
      ${
        data &&
        navigator.canShare?.(data) &&
        html`<${Button} kind="main" icon="share" onClick=${send}>${t("web.share.send")}<//>`
      }
      ${
        drawn &&
        html`<a class="button" href=${drawn.address} download=${FILE} data-testid="picture-save">
          <${Icon} name="download" /><span>${t("web.share.save")}</span></a>`
      }
    </div>
  <//>`;
}
