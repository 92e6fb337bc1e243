import type { RequestListener, Server } from 'node:http';

/** So long requests may wait for connections that keep coming, and no longer. */
const longestMs = 50;

/**
 * Node takes up one waiting connection in a turn of its loop, however many wait, and answers every request that is there
 * in the same turn: of 200 buyers who come at once, the last would be taken up when the first have been answered dozens
 * of times. While connections come, requests wait, so that a turn costs next to nothing: all are taken up within
 * milliseconds, and then answered.
 *
 * @returns what answers the server's requests by `answer`, at once where no connection came in this turn or the last
 */
export function newcomersFirst(server: Server, answer: RequestListener): RequestListener {
  let waiting: Parameters<RequestListener>[] = [];
  let startedAt: number | null = null;
  let came = false;
  const look = (): void => {
    if (came && startedAt !== null && performance.now() - startedAt < longestMs) {
      came = false;
      setImmediate(look);
      return;
    }
    startedAt = null;
    const ready = waiting;
    waiting = [];
    // Who has gone in between waits for no answer.
    for (const [request, response] of ready) if (!request.destroyed) answer(request, response);
  };
  server.on('connection', () => {
    came = true;
    if (startedAt !== null) return;
    startedAt = performance.now();
    setImmediate(look);
  });
  return (request, response) => {
    if (startedAt === null) answer(request, response);
    else waiting.push([request, response]);
  };
}
