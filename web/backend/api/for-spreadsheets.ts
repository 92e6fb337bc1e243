import type { Options } from 'csv-stringify/sync';

/** Spreadsheets of South Africa part cells at `;`, whatever stands between quotation marks. */
const formulaAfterSeparator = /([;\t|]["\s]*)(?=[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20])/g;

/** How CSV files are written that people open in a spreadsheet: no cell of theirs is run as a formula. */
export const forSpreadsheets = {
  bom: true,
  escape_formulas: true,
  cast: { string: (text: string) => text.replace(formulaAfterSeparator, "$1'") },
} satisfies Options;
