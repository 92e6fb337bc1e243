import { afterAll, afterEach } from 'vitest';

/**
 * What a test prints fails it: a warning nobody reads is a fault nobody sees. A test that expects output replaces the
 * function that writes it.
 */
const noise: string[] = [];

for (const level of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) {
  const original = console[level].bind(console);
  console[level] = (...args: unknown[]) => {
    noise.push(`console.${level}: ${args.map(String).join(' ')}`);
    original(...args);
  };
}

for (const name of ['stdout', 'stderr'] as const) {
  const original = process[name].write.bind(process[name]);
  process[name].write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    noise.push(`${name}: ${chunk.toString().trimEnd()}`);
    return original(chunk, ...rest);
  }) as typeof process.stdout.write;
}

process.on('warning', (warning) => noise.push(`warning: ${warning.name}: ${warning.message}`));

function failOnNoise(): void {
  const heard = noise.splice(0);
  if (heard.length > 0) {
    throw new Error(`Tests are silent, but this was printed:\n${heard.join('\n')}`);
  }
}

afterEach(failOnNoise);
afterAll(failOnNoise);
