import net from 'node:net';
import { afterAll, afterEach } from 'vitest';

/** Tests reach this machine only. A name under `.invalid` is simply unknown, as everywhere; any other fails the test. */
const refused: string[] = [];

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\]|::ffff:127(\.\d{1,3}){3})$/;

type Connect = (this: net.Socket, ...args: unknown[]) => net.Socket;
const prototype = net.Socket.prototype as unknown as { connect: Connect };
const { connect } = prototype;

prototype.connect = function connectOnLoopback(...args) {
  const host = hostOf(args);
  if (host === undefined || LOOPBACK.test(host)) {
    return connect.apply(this, args);
  }
  const unknown = host.endsWith('.invalid');
  if (!unknown) {
    refused.push(host);
  }
  const code = unknown ? 'ENOTFOUND' : 'ENETUNREACH';
  return this.destroy(Object.assign(new Error(`${code}: the network is closed in tests: ${host}`), { code }));
};

/** `connect` takes (options), (port, host), (path) or the list that Node made of one of these. */
function hostOf(args: unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: string; path?: string };
    return path ? undefined : host;
  }
  return typeof second === 'string' && !Number.isNaN(Number(first)) ? second : undefined;
}

function failOnRefusal(): void {
  const hosts = refused.splice(0);
  if (hosts.length > 0) {
    throw new Error(`Tests reach this machine only, but this was dialled: ${hosts.join(', ')}`);
  }
}

afterEach(failOnRefusal);
afterAll(() => {
  // The next file may run in the same process, and closes it for itself.
  prototype.connect = connect;
  failOnRefusal();
});
