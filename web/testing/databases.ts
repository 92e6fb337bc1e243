import { get } from 'node:http';
import { text } from 'node:stream/consumers';

/** Makes an empty database on the test run's PostgreSQL server and returns its url. It goes away with the run. */
export function freshServerDatabase(): Promise<string> {
  return ask('/');
}

/** The same with the tables of the app: its migrations run once in a test run, and every database is a copy. */
export function migratedServerDatabase(): Promise<string> {
  return ask('/migrated');
}

async function ask(path: string): Promise<string> {
  const broker = process.env['TEST_POSTGRES_BROKER'];
  if (!broker) {
    throw new Error("No test server: run this through the project's vitest configuration.");
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  get(new URL(path, broker), { agent: false }, (response) => {
    text(response).then((body) => (response.statusCode === 200 ? resolve(body) : reject(new Error(body))), reject);
  }).on('error', reject);
  return promise;
}
