import { AsyncLocalStorage } from 'node:async_hooks';
import pino, { type Logger as PinoLogger } from 'pino';
import { AppError } from '#deliveries/errors.ts';
import { createLogSink } from './log-sink.ts';

/** The only fields a log line may have besides level, time and message: codes, counts and ids. */
export interface LogFields {
  code?: string;
  correlationId?: string;
  shop?: string;
  orderId?: string;
  topic?: string;
  outcome?: string;
  count?: number;
  durationMs?: number;
  method?: string;
  route?: string;
  status?: number;
  /** Whose requests these are: a keyed digest of an address. */
  caller?: string;
  port?: number;
  /** What Shopify says of its API, a version or a reason; or what Node or a library warns of. */
  said?: string;
}

/** One JSON object a line. Messages are fixed texts of this code; personal data and secrets have no field to go to. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const shared = new AsyncLocalStorage<LogFields>();

/** Every line that `work` leads to carries these fields too, whoever writes it; its own fields win. */
export function withFields<T>(fields: LogFields, work: () => T): T {
  return shared.run({ ...fields }, work);
}

/** From here on the lines of the work under way carry this id in place of the one it began with. */
export function correlateWith(correlationId: string): void {
  const fields = shared.getStore();
  if (fields) fields.correlationId = correlationId;
}

/** Logs go to standard error: standard output is for `ready <url>`. */
export function createLogger(level: string): Logger {
  const sink: PinoLogger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: () => ({ ...shared.getStore() }) },
    createLogSink(process.stderr),
  );
  return {
    debug: (message, fields = {}) => sink.debug(fields, message),
    info: (message, fields = {}) => sink.info(fields, message),
    warn: (message, fields = {}) => sink.warn(fields, message),
    error: (message, fields = {}) => sink.error(fields, message),
  };
}

/** What of an error may be logged: its code, never its text, which can hold anything. */
export function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

/** What Node and libraries warn of becomes a line each, in place of the several that Node prints. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    logger.warn('Node or a library warns', { code: codeOf(warning), said: sayWarning(warning.message) });
  });
}

/** The first line, without what is no word: an address may hold a password, and a long value be one. */
export function sayWarning(message: string): string {
  const [line = ''] = message.split('\n', 1);
  return line.replace(/\S*(?:[:@=][^\s:@=]|\S{25})\S*/g, '…').slice(0, 200);
}
