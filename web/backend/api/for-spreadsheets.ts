import type { Options } from 'csv-stringify/sync';

/** What may stand between a separator and a formula; only from its beginning, so that no blank is looked at twice. */
const beforeFormula = /(?<![;|"\s])[;|"\s]+(?=[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20])/g;
/** Spreadsheets of South Africa part cells at `;` and rows at line ends, whatever stands between quotation marks. */
const separator = /[;\t|\r\n]/;

/** How CSV files are written that people open in a spreadsheet: no cell of theirs is run as a formula. */
export const forSpreadsheets = {
  bom: true,
  escape_formulas: true,
  cast: { string: (text: string) => text.replace(beforeFormula, (gap) => (separator.test(gap) ? `${gap}'` : gap)) },
} satisfies Options;
