import { type Html, html } from './html.ts';

/** Another page of the local world that the admin leads to, and how things on it are named in an order's note. */
export interface OutsideLink {
  /** e.g. `Delivery board`. */
  label: string;
  url: string;
  /** Address of one thing, with `{id}`. */
  oneUrl: string;
  /** A regular expression of its id as notes say it. */
  id: string;
}

/** A note as written, each id in it a link to what it names. */
export function noteWithLinks(note: string, outside: OutsideLink | null): Html {
  if (outside === null) {
    return html`${note}`;
  }
  const parts = note.split(new RegExp(`(${outside.id})`));
  return html`${parts.map((part, index) =>
    index % 2 === 1 ? html`<a href="${outside.oneUrl.replaceAll('{id}', part)}">${part}</a>` : part,
  )}`;
}
