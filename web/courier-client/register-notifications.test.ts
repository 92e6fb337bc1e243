import { expect, test } from 'vitest';
import type { AccountSession } from './account-session.ts';
import { defaultProfile } from './profile.ts';
import { registerNotifications } from './register-notifications.ts';
import type { Attempt } from './transport.ts';

const secret = `whsec_${'A'.repeat(32)}`;
const profile = {
  ...defaultProfile,
  notifications: { register: { path: '/hooks', urlField: 'url', secret: '/secret' }, deliveryId: '/id' },
};

function register(attempt: Attempt) {
  const session: AccountSession = {
    apiKey: 'key',
    profile,
    baseUrl: new URL('https://service.example'),
    nowMs: () => 0,
    send: async () => attempt,
  };
  return registerNotifications(session, 'https://app.example/token');
}
const answer = (status: number, body: unknown): Attempt => ({
  kind: 'answered',
  status,
  headers: {},
  text: JSON.stringify(body),
  end: 'whole',
});

test.each<[string, Attempt, object]>([
  ['a new registration', answer(201, { secret }), { kind: 'registered', secret }],
  ['one that was there', answer(200, { secret }), { kind: 'registered', secret }],
  ['too many', answer(409, { message: 'At most ten.' }), { kind: 'refused', message: 'At most ten.' }],
  ['an address that it has', answer(422, {}), { kind: 'refused' }],
  ['no such path', answer(404, {}), { kind: 'refused' }],
  ['a fault of the service', answer(503, {}), { kind: 'failed' }],
  ['an answer without a secret', answer(201, {}), { kind: 'failed' }],
  ['no answer', { kind: 'broken', why: 'time_out' } as Attempt, { kind: 'failed' }],
])('%s', async (_name, attempt, registration) => {
  expect(await register(attempt)).toMatchObject(registration);
});
