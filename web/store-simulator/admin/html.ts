const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup that is safe to send. Only `html` and `raw` make one. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | Part[];

function write(part: Part): string {
  if (part === null || part === undefined || part === false) {
    return '';
  }
  if (Array.isArray(part)) {
    return part.map(write).join('');
  }
  if (part instanceof Html) {
    return part.text;
  }
  return String(part).replace(/[&<>"']/g, (char) => escapes[char] as string);
}

/** Template of markup: what is filled in is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => (index === 0 ? text : write(parts[index - 1]) + text)).join(''));
}
