// @ts-check
/** The guest's own face and name; a press changes them. */
import { Avatar } from "../figures/avatar.js";
import { useLater } from "../table/later.js";
import { t, worded } from "../texts.js";
import { Button, styled } from "../ui/ui.js";
import { html, useState } from "../vendor/htm-preact.js";
import { useMe } from "./me.js";

export function NameButton() {
  const { name, avatar } = useMe();
  const [open, setOpen] = useState(false);
  const Person = useLater(
    () => styled(worded(import("./person.js"), "person", "push"), "person"),
    "PersonSheet",
    open,
  );
  return html`<${Button} kind="quiet" class="own-name" aria-label=${t("web.name.change", { name })}
      data-testid="own-name" onClick=${() => setOpen(true)}>
      <${Avatar} chair=${{ seat: 0, kind: "human", level: null, name, avatar }} />
      <bdi>${name}</bdi>
    <//>
    ${open && Person && html`<${Person} onClose=${() => setOpen(false)} />`}`;
}
