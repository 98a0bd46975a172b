// @ts-check
/** The common parts of all pages, from one place. */
export { Button } from "./button.js";
export { Dialog } from "./dialog.js";
export { Field, Select, Switch } from "./field.js";
export { Icon } from "./icon.js";
export { go, Link, style, styled, usePath, useTitle } from "./nav.js";
export { Segmented } from "./segmented.js";
export { Sheet } from "./sheet.js";
export { toast, Toasts } from "./toast.js";
