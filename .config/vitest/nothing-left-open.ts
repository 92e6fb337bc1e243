import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';

/** What a test file opens it closes: a server, a connection or a process that stays is a leak of the code or the test. */
const WATCHED = ['TCPServerWrap', 'TCPSocketWrap', 'PipeServerWrap', 'ProcessWrap'];
const LIMIT_MS = 5000;

const open = () => process.getActiveResourcesInfo().filter((resource) => WATCHED.includes(resource));
const before = open().length;

afterAll(async () => {
  for (const deadline = Date.now() + LIMIT_MS; open().length > before; await pause(20)) {
    if (Date.now() > deadline) {
      throw new Error(`Left open at the end of the file: ${open().join(', ')}`);
    }
  }
}, LIMIT_MS + 5000);
