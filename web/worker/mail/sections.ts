/** A paragraph of a message: one line each, no markup. */
export interface Section {
  heading: string | null;
  lines: string[];
  url: string | null;
}

/** RFC 3676 needs no more than lines; the address stands alone so that every reader makes it a link. */
export function writeText(sections: readonly Section[]): string {
  const paragraphs = sections.map(({ heading, lines, url }) =>
    [heading, ...lines, url].filter((line) => line !== null),
  );
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** No style, image or script: nothing to fetch, readable everywhere. */
export function writeHtml(sections: readonly Section[]): string {
  const paragraphs = sections.map(({ heading, lines, url }) => {
    const parts = [
      ...(heading === null ? [] : [`<strong>${escapeHtml(heading)}</strong>`]),
      ...lines.map(escapeHtml),
      ...(url === null ? [] : [`<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`]),
    ];
    return `<p>${parts.join('<br>\n')}</p>`;
  });
  return `<!doctype html>\n<html lang="en"><body>\n${paragraphs.join('\n')}\n</body></html>\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
