import type { SendOutcome } from '#deliveries/actions/send-action.ts';
import { conflict, HttpProblem, notFound } from '../../http-problem.ts';
import type { Worded } from './in-language.ts';

/** How a press that sent nothing is answered. */
export function problemOfSend(outcome: Exclude<SendOutcome, { kind: 'sent' }>, worded: Worded): HttpProblem {
  switch (outcome.kind) {
    case 'not_found':
      return notFound('This shop has no such order or delivery.');
    case 'conflict':
      return conflict(outcome.code, outcome.message, outcome.nextStep, outcome.field);
    case 'problem': {
      const problems = outcome.problems.map(worded);
      const [first] = problems;
      return new HttpProblem(first?.code ?? 'problem', {
        title: 'Something must be corrected first',
        status: 422,
        detail: first?.message ?? 'The order cannot be sent as it is.',
        field: first?.field ?? null,
        nextStep: first?.nextStep ?? null,
        errors: problems.map(({ field, message }) => ({ field: field ?? 'order', message })),
      });
    }
  }
}
