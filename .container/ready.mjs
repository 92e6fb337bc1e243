/** Exits with 0 where the app of this container is ready: what HEALTHCHECK runs. A worker has no port of its own to ask. */
import process from 'node:process';

const { PORT = '3000', ROLE = 'all' } = process.env;

if (ROLE !== 'worker') {
  try {
    const response = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(4_000) });
    process.stdout.write(`${await response.text()}\n`);
    process.exitCode = response.ok ? 0 : 1;
  } catch (error) {
    process.stderr.write(`The app does not answer: ${error.cause?.code ?? error.name}\n`);
    process.exitCode = 1;
  }
}
