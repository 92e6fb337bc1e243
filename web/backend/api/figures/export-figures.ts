import { stringify } from 'csv-stringify/sync';
import type { RequestHandler } from 'express';
import type { Figures, FiguresView } from '#api-contract/figures.ts';
import type { Context } from '#runtime/context.ts';
import { writeAudit } from '#storage/panel/audit-log.ts';
import type { PanelReads } from '#storage/panel/panel-reads.ts';
import { callOf } from '../api-call.ts';
import { forSpreadsheets } from '../for-spreadsheets.ts';
import { showFigures } from './show-figures.ts';

const columns: { header: string; value: (figures: Figures) => number | null }[] = [
  { header: 'Deliveries', value: ({ deliveries }) => deliveries },
  { header: 'Delivered', value: ({ delivered }) => delivered },
  { header: 'On time', value: ({ onTime }) => onTime },
  { header: 'On-time share', value: ({ onTimeShare }) => onTimeShare },
  { header: 'Failed', value: ({ failed }) => failed },
  { header: 'Failed share', value: ({ failedShare }) => failedShare },
  { header: 'Median minutes from paid to delivered', value: ({ medianMinutes }) => medianMinutes },
  { header: 'Cost in rand', value: ({ cost }) => cost },
];

/** `GET /api/figures.csv`: the same figures, a line for the whole and for each day, month and location. */
export function exportFigures(context: Context, reads: PanelReads): RequestHandler {
  return async (request, response) => {
    const call = callOf(request, response);
    const { shop, actor } = call;
    const view = await showFigures(context, reads, call);
    await writeAudit(context.storage.db, shop.domain, { actor, action: 'export', detail: 'figures.csv' });
    const lines = linesOf(view).map(([kind, name, figures]) => [
      kind,
      name,
      ...columns.map(({ value }) => value(figures)),
    ]);
    const header = ['By', 'Name', ...columns.map((column) => column.header)];
    response.attachment('figures.csv').type('text/csv; charset=utf-8');
    response.send(stringify(lines, { header: true, columns: header, ...forSpreadsheets }));
  };
}

function linesOf({ from, to, total, perDay, perMonth, perLocation }: FiguresView): [string, string, Figures][] {
  return [
    ['all', `${from} to ${to}`, total],
    ...perDay.map((day): [string, string, Figures] => ['day', day.date, day]),
    ...perMonth.map((month): [string, string, Figures] => ['month', month.month, month]),
    ...perLocation.map((place): [string, string, Figures] => ['location', place.locationName, place]),
  ];
}
