import { config } from 'zod';

// Compiled schemas need `eval`, which the Content-Security-Policy forbids. Imported before any schema is used.
config({ jitless: true });
