import { write, writeSync } from 'node:fs';

/** So much waits for whoever takes the log; what comes then is left out. */
const mostBytes = 8 * 1024 * 1024;
const againMs = 100;

/**
 * Writes lines to an open file and waits for nobody. What it does not take, as on a full disk or where a terminal is gone,
 * is tried again while the process lives: neither its work nor its end depends on its log.
 */
export function createLogSink(fd: number): { write(line: string): void } {
  let lines: string[] = [];
  let taken: Buffer = Buffer.alloc(0);
  let bytes = 0;
  let state: 'idle' | 'writing' | 'waiting' = 'idle';
  const next = (): void => {
    if (taken.length === 0) {
      taken = Buffer.from(lines.join(''));
      lines = [];
    }
    state = taken.length > 0 ? 'writing' : 'idle';
    if (state === 'writing') write(fd, taken, noteWritten);
  };
  const noteWritten = (error: Error | null, count: number): void => {
    if (error !== null) {
      state = 'waiting';
      setTimeout(next, againMs).unref();
      return;
    }
    taken = taken.subarray(count);
    bytes -= count;
    next();
  };
  process.once('exit', () => {
    try {
      // What is being written now goes out without it.
      writeSync(fd, Buffer.concat([...(state === 'writing' ? [] : [taken]), Buffer.from(lines.join(''))]));
    } catch {
      // Nobody is left to tell.
    }
  });
  return {
    write: (line) => {
      const length = Buffer.byteLength(line);
      if (bytes + length > mostBytes) return;
      lines.push(line);
      bytes += length;
      if (state !== 'idle') return;
      // Not at once: what a process says as it ends goes out as it exits.
      state = 'waiting';
      process.nextTick(next);
    },
  };
}
