/** Where a person goes on. */
interface Link {
  label: string;
  url: string;
}

/** A line of a block's table. */
export interface Row {
  label: string;
  /** Leads there, the whole line over. */
  url: string | null;
  /** Stands at the end of the line. */
  value: string | null;
  /** Somebody else's words, under the line. */
  quote: { says: string; text: string } | null;
}

/** What belongs together in an e-mail: one cause, with all that it concerns. Plain text, no markup. */
export interface Block {
  heading: string;
  lines: string[];
  rows: Row[];
  button: Link | null;
}

/** An e-mail before it is written down as text and as HTML. */
export interface Letter {
  language: string;
  /** The app's name and the shop's. */
  from: string;
  shop: string;
  /** The whole news in a line, first letter capital. */
  title: string;
  blocks: Block[];
  footer: { text: string; link: Link | null };
}

/** The plain text of an e-mail: an address stands alone on its line, so that every reader makes it a link. */
export function writeText({ shop, title, blocks, footer }: Letter): string {
  const paragraphs = blocks.flatMap(({ heading, lines, rows, button }) => [
    [heading, ...lines],
    ...rows.map(({ label, value, quote, url }) => [
      value === null ? label : `${label}: ${value}`,
      ...(quote === null ? [] : [`${quote.says} “${quote.text}”`]),
      ...(url === null ? [] : [url]),
    ]),
    ...(button === null ? [] : [[`${button.label}:`, button.url]]),
  ]);
  const end = [footer.text, ...(footer.link ? [footer.link.url] : [])];
  return `${[[`${shop}: ${title}`], ...paragraphs, end].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
