import type { Problem, Reason } from '#api-contract/order.ts';
import type { SendOutcome } from '#deliveries/actions/send-action.ts';
import { conflict, HttpProblem, notFound } from '../../http-problem.ts';

/** How a press that sent nothing is answered. */
export function problemOfSend(outcome: Exclude<SendOutcome, { kind: 'sent' }>): HttpProblem {
  switch (outcome.kind) {
    case 'not_found':
      return notFound('This shop has no such order or delivery.');
    case 'conflict':
      return conflict(outcome.code, outcome.message, outcome.nextStep, outcome.field, outcome.why);
    case 'problem': {
      const { problems } = outcome;
      const [first] = problems;
      return new HttpProblem(first?.code ?? 'problem', {
        title: 'Something must be corrected first',
        status: 422,
        detail: first?.message ?? 'The order cannot be sent as it is.',
        field: first?.field ?? null,
        nextStep: first?.nextStep ?? null,
        errors: problems.map((one) => ({ field: one.field ?? 'order', message: one.message, why: whyOf(one) })),
        ...(first ? { why: whyOf(first) } : {}),
      });
    }
  }
}

/** What words a reason in another language. */
export const whyOf = ({ code, params }: Reason): NonNullable<Problem['why']> => ({ code, params });
