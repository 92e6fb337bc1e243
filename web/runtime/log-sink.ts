import { writeSync } from 'node:fs';

/** So much waits for whoever takes the log; what comes then is left out. */
const mostBytes = 8 * 1024 * 1024;
const againMs = 5;
/** So long a process that ends waits for a reader that is slow. */
const atEndMs = 1_000;

/**
 * Writes lines, whole and in order, and waits for nobody. What is not taken, as by a full disk, by a reader that stands
 * still or where a terminal is gone, is tried again while the process lives, and for a moment at its end.
 *
 * @param output as Node opens it: a pipe or socket takes what it has room for from then on, and holds nobody up.
 */
export function createLogSink({ fd }: { fd: number }): { write(line: string): void } {
  let lines: Buffer[] = [];
  let taken: Buffer = Buffer.alloc(0);
  let bytes = 0;
  let isWaiting = false;
  /** Writes what is there; the code of what kept it from doing so, null where nothing is left. */
  const flush = (): string | null => {
    try {
      while (bytes > 0) {
        if (taken.length === 0) {
          taken = Buffer.concat(lines);
          lines = [];
        }
        const count = writeSync(fd, taken);
        taken = taken.subarray(count);
        bytes -= count;
      }
      return null;
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : '';
    }
  };
  const atEnd = (): void => {
    const until = performance.now() + atEndMs;
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    while (flush() === 'EAGAIN' && performance.now() < until) Atomics.wait(nothing, 0, 0, againMs);
  };
  const writeOn = (): void => {
    const isLeft = flush() !== null;
    // Only while something waits: a process has many sinks in its tests.
    if (isLeft && !isWaiting) process.once('exit', atEnd);
    if (!isLeft) process.off('exit', atEnd);
    isWaiting = isLeft;
    if (isLeft) setTimeout(writeOn, againMs).unref();
  };
  return {
    write: (text) => {
      const line = Buffer.from(text);
      if (bytes + line.length > mostBytes) return;
      lines.push(line);
      bytes += line.length;
      if (!isWaiting) writeOn();
    },
  };
}
