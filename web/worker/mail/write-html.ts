import type { Block, Letter, Row } from './letter.ts';

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const small = `${font};font-size:14px;line-height:20px`;
const normal = `${font};font-size:16px;line-height:24px`;
const table = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Inline styles are the light theme, for readers that drop a style sheet; classes name what the dark one changes. */
const styles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  a:focus { outline: 2px solid #005bd3; }
  @media (max-width: 480px) { .page { padding: 0 !important; } .card { border-radius: 0 !important; } .pad { padding-left: 16px !important; padding-right: 16px !important; } }
  @media (prefers-color-scheme: dark) {
    .back { background-color: #111213 !important; }
    .card { background-color: #1f2124 !important; border-color: #3a3d42 !important; }
    .ink { color: #f1f2f3 !important; }
    .soft { color: #b5b9be !important; }
    .rule { border-color: #3a3d42 !important; }
    .link { color: #8ec2ff !important; }
    .quote { color: #d5d8dc !important; border-color: #63686f !important; }
    .press { background-color: #f1f2f3 !important; }
    .press a { color: #111213 !important; border-color: #f1f2f3 !important; }
  }`;

/**
 * The HTML of an e-mail: tables and inline styles, which every mail program draws; light and dark; nothing to fetch, no
 * script. Every text is escaped here.
 */
export function writeHtml(letter: Letter): string {
  const { language, from, shop, title, blocks, footer } = letter;
  const link = footer.link
    ? ` <a class="link" href="${escapeHtml(footer.link.url)}" style="color:#005bd3">${escapeHtml(footer.link.label)}</a>`
    : '';
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(`${shop}: ${title}`)}</title>
<style>${styles}
</style>
</head>
<body class="back" style="margin:0;padding:0;background-color:#f1f2f3">
<div role="main">
${table} class="back" style="background-color:#f1f2f3"><tr><td class="page" align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->
${table} class="card" style="max-width:600px;background-color:#ffffff;border:1px solid #e1e3e5;border-radius:12px">
<tr><td class="pad rule" style="padding:20px 24px;border-bottom:1px solid #e1e3e5">
<p class="soft" style="margin:0;${small};color:#5c5f62">${escapeHtml(from)} · ${escapeHtml(shop)}</p>
<h1 class="ink" style="margin:4px 0 0;${font};font-size:20px;line-height:28px;color:#1a1c1d">${escapeHtml(title)}</h1>
</td></tr>
${blocks.map(blockHtml).join('\n')}
<tr><td class="pad soft" style="padding:16px 24px 20px;${small};color:#5c5f62">${escapeHtml(footer.text)}${link}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`;
}

function blockHtml({ heading, lines, rows, button }: Block): string {
  return `<tr><td class="pad rule" style="padding:20px 24px;border-bottom:1px solid #e1e3e5">
<h2 class="ink" style="margin:0 0 8px;${font};font-size:16px;line-height:24px;color:#1a1c1d">${escapeHtml(heading)}</h2>
${lines.map((line) => `<p class="ink" style="margin:0 0 8px;${normal};color:#1a1c1d">${escapeHtml(line)}</p>`).join('\n')}
${rows.length === 0 ? '' : `${table} class="rows">\n${rows.map(rowHtml).join('\n')}\n</table>`}
${button === null ? '' : buttonHtml(button)}
</td></tr>`;
}

/** A line is 44 px high, and the link fills it. */
function rowHtml({ label, url, value, quote }: Row): string {
  const cell = `padding:0;border-top:1px solid #e1e3e5;${font};font-size:16px;line-height:24px`;
  const name =
    url === null
      ? `<span class="ink" style="display:block;padding:10px 0;color:#1a1c1d">${escapeHtml(label)}</span>`
      : `<a class="link" href="${escapeHtml(url)}" style="display:block;padding:10px 0;color:#005bd3;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`;
  const sign = value ?? (url === null ? '' : '›');
  const end = `<td class="ink rule" align="right" style="${cell};color:#1a1c1d;font-weight:600">${escapeHtml(sign)}</td>`;
  const said =
    quote === null
      ? ''
      : `\n<tr><td colspan="2" class="quote" style="padding:0 0 12px 12px;border-left:3px solid #c9cccf;${small};color:#303030">${escapeHtml(`${quote.says} “${quote.text}”`)}</td></tr>`;
  return `<tr><td class="rule" style="${cell}">${name}</td>${end}</tr>${said}`;
}

/** The colour is the cell's too: readers that take a link's padding away still show a button. */
function buttonHtml({ label, url }: { label: string; url: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:8px"><tr>
<td class="press" align="center" style="border-radius:8px;background-color:#1a1c1d"><a href="${escapeHtml(url)}" style="display:inline-block;padding:9px 20px;border:1px solid #1a1c1d;border-radius:8px;${normal};font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
