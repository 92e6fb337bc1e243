/** Exits with 0 where the app of this container is ready: what HEALTHCHECK runs. A worker has no port of its own to ask. */
import process from 'node:process';

// As the app reads them: without white space around them; blank is as good as none, and so is what Kubernetes puts in.
const portIn = (value = '') => (value.trim().startsWith('tcp://') ? '' : value.trim());
const port = portIn(process.env.PORT) || portIn(process.env.BACKEND_PORT) || '3000';
const role = process.env.ROLE?.trim();
// An app that listens on one address answers on no other; the Shopify CLI names the app's own address here.
const named = (process.env.HOST ?? '').trim().replace(/^\[(.*)\]$/, '$1');
const host = ['', '0.0.0.0', '::'].includes(named) || /^https?:/.test(named) ? '127.0.0.1' : named;
const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`;

if (role !== 'worker') {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(4_000) });
    process.stdout.write(`${await response.text()}\n`);
    process.exitCode = response.ok ? 0 : 1;
  } catch (error) {
    process.stderr.write(`The app does not answer: ${error.cause?.code ?? error.name}\n`);
    process.exitCode = 1;
  }
}
