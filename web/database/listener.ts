import pg from 'pg';

type OnPayload = (payload: string) => void;

const RECONNECT_MS = 500;
const MAX_RECONNECT_MS = 10_000;

/** One connection that listens for everybody in this process, and comes back when the server ends it. */
export class Listener {
  readonly #url: string;
  readonly #log: (line: string) => void;
  readonly #listeners = new Map<string, Set<OnPayload>>();
  #client: Promise<pg.Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;

  constructor(url: string, log: (line: string) => void) {
    this.#url = url;
    this.#log = log;
  }

  /** Resolves when notices on `channel` arrive; the returned function ends it. */
  async listen(channel: string, onPayload: OnPayload): Promise<() => Promise<void>> {
    const known = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, known.add(onPayload));
    try {
      await (await this.#connected()).query(`listen ${channel}`);
    } catch (error) {
      known.delete(onPayload);
      throw error;
    }
    return async () => {
      known.delete(onPayload);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#listeners.clear();
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'same-day-delivery listener',
    });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''));
    try {
      await client.connect();
    } catch (error) {
      this.#client = undefined;
      throw error;
    }
    client.once('end', () => this.#lost());
    this.#failures = 0;
    return client;
  }

  #tell(channel: string, payload: string): void {
    for (const onPayload of this.#listeners.get(channel) ?? []) {
      onPayload(payload);
    }
  }

  #lost(): void {
    this.#client = undefined;
    clearTimeout(this.#retry);
    if (this.#closed) {
      return;
    }
    if (this.#failures === 0) {
      this.#log('The connection that listens for database notices was lost; connecting again.');
    }
    const waitMs = Math.min(RECONNECT_MS * 2 ** this.#failures, MAX_RECONNECT_MS);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.#comeBack(), waitMs);
    this.#retry.unref();
  }

  async #comeBack(): Promise<void> {
    const client = await this.#connected().catch(() => this.#lost());
    try {
      for (const channel of this.#listeners.keys()) {
        await client?.query(`listen ${channel}`);
        this.#tell(channel, '');
      }
    } catch {
      await client?.end();
    }
  }
}
