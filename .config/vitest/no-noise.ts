import { afterAll, afterEach } from 'vitest';

/**
 * What a test prints fails it: a warning nobody reads is a fault nobody sees. A test that expects output replaces the
 * function that writes it.
 */
const noise: string[] = [];
/** The next file may run in the same process, and listens for itself. */
const undo: (() => void)[] = [];

for (const level of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) {
  const original = console[level];
  console[level] = (...args: unknown[]) => {
    noise.push(`console.${level}: ${args.map(String).join(' ')}`);
    original.apply(console, args);
  };
  undo.push(() => {
    console[level] = original;
  });
}

for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  const original = stream.write;
  stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    noise.push(`${name}: ${chunk.toString().trimEnd()}`);
    return original.call(stream, chunk, ...rest);
  }) as typeof stream.write;
  undo.push(() => {
    stream.write = original;
  });
}

const onWarning = (warning: Error) => noise.push(`warning: ${warning.name}: ${warning.message}`);
process.on('warning', onWarning);
undo.push(() => process.off('warning', onWarning));

function failOnNoise(): void {
  const heard = noise.splice(0);
  if (heard.length > 0) {
    throw new Error(`Tests are silent, but this was printed:\n${heard.join('\n')}`);
  }
}

afterEach(failOnNoise);
afterAll(() => {
  for (const each of undo) each();
  failOnNoise();
});
