/** What every answer may hold, however many there are at once. */
const OWN_BYTES = 64 * 1024;

/** Bytes that all answers of a host together may hold beyond their own 64 kB. */
export interface SharedBytes {
  left: number;
}

/** The bytes of one answer, up to a limit. Copies them: a chunk may be a single byte that costs a hundred. */
export class AnswerBody {
  #bytes = Buffer.alloc(0);
  #length = 0;
  #taken = 0;
  readonly #mostBytes: number;
  readonly #shared: SharedBytes;

  constructor(mostBytes: number, shared: SharedBytes) {
    this.#mostBytes = mostBytes;
    this.#shared = shared;
  }

  /** False where the chunk does not fit, into this answer or among all of them; its beginning is kept as far as it does. */
  add(chunk: Buffer): boolean {
    this.#grow(Math.min(this.#length + chunk.length, this.#mostBytes));
    const copied = chunk.copy(this.#bytes, this.#length);
    this.#length += copied;
    return copied === chunk.length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Forgets the bytes and gives what they took back to the others. */
  release(): void {
    this.#shared.left += this.#taken;
    this.#taken = 0;
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
  }

  #grow(needed: number): void {
    if (needed <= this.#bytes.length) return;
    const wanted = Math.min(Math.max(needed, 2 * this.#bytes.length), this.#mostBytes);
    const size = Math.min(wanted, OWN_BYTES + this.#taken + this.#shared.left);
    if (size <= this.#bytes.length) return;
    const more = Math.max(0, size - OWN_BYTES - this.#taken);
    this.#taken += more;
    this.#shared.left -= more;
    const larger = Buffer.allocUnsafe(size);
    this.bytes.copy(larger);
    this.#bytes = larger;
  }
}
