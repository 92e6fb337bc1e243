import { get } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Makes a database on the test run's PostgreSQL server, empty or a copy of the database named `template` (nobody may
 * be connected to it), and returns its url. It goes away with the run.
 */
export async function freshServerDatabase(template?: string): Promise<string> {
  const broker = process.env['TEST_POSTGRES_BROKER'];
  if (!broker) {
    throw new Error("No test server: run this through the project's vitest configuration.");
  }
  const url = new URL(broker);
  if (template) {
    url.searchParams.set('template', template);
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  get(url, { agent: false }, (response) => {
    text(response).then((body) => (response.statusCode === 200 ? resolve(body) : reject(new Error(body))), reject);
  }).on('error', reject);
  return promise;
}
