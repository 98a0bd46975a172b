// @ts-check
/** @import { Message } from "paiju/page" */
/**
 * Messages that a page has sent and the table has not answered: they are sent again after a lost connection
 * or a reload, and count once.
 */

import { keep, recall } from "./storage.js";

/** @typedef {{id: string, message: Message, at: number}} Parcel */

const LONG_MS = 60_000; // after so long nobody means a press any more

const MOST_KEPT = 20;

export class Outbox {
  /** @param {string} [table] whose messages are stored; without it none are */
  constructor(table = "") {
    this.key = table && `paiju.outbox.${table}`;
    this.name = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
    this.count = 0;
    /** @type {Parcel[]} */
    this.parcels = this.stored();
  }

  /** What the page before has left. @returns {Parcel[]} */
  stored() {
    const stored = this.key ? recall(this.key, /** @type {Parcel[]} */ ([]), "tab") : [];
    return stored.filter((parcel) => parcel?.message?.id === parcel?.id && parcel.id);
  }

  /** @param {Parcel[]} parcels */
  keep(parcels) {
    this.parcels = parcels;
    if (this.key) keep(this.key, parcels.length ? parcels.slice(-MOST_KEPT) : undefined, "tab");
  }

  /** @param {Message} message @returns {Parcel} */
  add(message) {
    this.count += 1;
    const id = `${this.name}-${this.count}`;
    const parcel = { id, message: { ...message, id }, at: Date.now() };
    this.keep([...this.parcels, parcel]);
    return parcel;
  }

  /** Takes out what was answered. @param {string | undefined} id @returns {Parcel | undefined} */
  take(id) {
    const found = this.parcels.find((parcel) => parcel.id === id);
    if (found) this.keep(this.parcels.filter((parcel) => parcel !== found));
    return found;
  }

  /**
   * Takes out what has waited too long. An answer to a question stays: the table knows whether it still
   * counts.
   * @returns {Parcel[]}
   */
  late() {
    const now = Date.now();
    const late = this.parcels.filter(({ message, at }) => message.type !== "act" && now - at > LONG_MS);
    if (late.length) this.keep(this.parcels.filter((parcel) => !late.includes(parcel)));
    return late;
  }
}
