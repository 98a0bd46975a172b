// @ts-check
/** @import { Message } from "paiju/page" */
/** Which presses are on their way to the table: their buttons say so, and take no second one. */
import { createContext, useContext } from "./vendor/htm-preact.js";

const Parcels = createContext(/** @type {import("./outbox.js").Parcel[]} */ ([]));

/** Gives `pending` of a table to everything inside. */
export const Sending = Parcels.Provider;

/** Whether a message with these fields is on its way. @returns {(wanted: Partial<Message>) => boolean} */
export function useSending() {
  const parcels = useContext(Parcels);
  return (wanted) =>
    parcels.some(({ message }) => Object.entries(wanted).every(([name, value]) => message[name] === value));
}
