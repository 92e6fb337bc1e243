import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import type { CourierMode } from '#api-contract/settings.ts';

/** Keys by id; the first encrypts, all decrypt. Each is 32 bytes. */
export interface EncryptionKeys {
  keys: readonly { id: string; secret: Buffer }[];
}

/** Where an encrypted value stands: a value moved to another row or column cannot be decrypted. */
export interface Place {
  table: string;
  column: string;
  shop: string;
  key: string;
}

/** The code of what a process throws whose keys lack the one that a value was encrypted with. */
export const keyNotAtHand = 'key_not_at_hand';

const nonceBytes = 12;
const tagBytes = 16;
const headBytes = nonceBytes + tagBytes;

/** Nonces that the system drew together: asking it for each takes as long as encrypting with it. */
class NonceStock {
  readonly #drawn = Buffer.alloc(nonceBytes * 256);
  #next = this.#drawn.length;

  /** One that was never given out before. It is overwritten when the stock is filled again: use it at once. */
  take(): Buffer {
    if (this.#next === this.#drawn.length) {
      randomFillSync(this.#drawn);
      this.#next = 0;
    }
    const nonce = this.#drawn.subarray(this.#next, this.#next + nonceBytes);
    this.#next += nonceBytes;
    return nonce;
  }
}

/** Encryption at rest: AES-256-GCM with a random nonce, the key's id in the envelope and the place as associated data. */
export class Cipher {
  readonly #keys: readonly { id: string; secret: KeyObject }[];
  readonly #nonces = new NonceStock();

  constructor({ keys }: EncryptionKeys) {
    if (keys.length === 0) throw new Error('at least one encryption key is needed');
    this.#keys = keys.map(({ id, secret }) => ({ id, secret: createSecretKey(secret) }));
  }

  /** @returns `1.<key id>.<base64url of nonce, tag, ciphertext>`. */
  encrypt(plaintext: string, place: Place): string {
    return `${this.currentPrefix}${this.#envelope(Buffer.from(plaintext), place).toString('base64url')}`;
  }

  /** @returns the bytes of `2.<key id>.`, then nonce, tag and ciphertext. */
  encryptBytes(plaintext: Uint8Array, place: Place): Buffer {
    return Buffer.concat([this.currentBytesPrefix, this.#envelope(plaintext, place)]);
  }

  /** @throws Error where the key is unknown, or the value was changed or belongs elsewhere. */
  decrypt(envelope: string, place: Place): string {
    const [version, id, payload] = envelope.split('.');
    if (version !== '1' || !payload) throw unknownForm(place);
    return this.#opened(id, Buffer.from(payload, 'base64url'), place).toString('utf8');
  }

  /** As `decrypt`, of what `encryptBytes` made. */
  decryptBytes(envelope: Buffer, place: Place): Buffer {
    const afterVersion = envelope.indexOf('.');
    const afterId = envelope.indexOf('.', afterVersion + 1);
    if (afterId < 0 || envelope.toString('latin1', 0, afterVersion) !== '2') throw unknownForm(place);
    return this.#opened(envelope.toString('latin1', afterVersion + 1, afterId), envelope.subarray(afterId + 1), place);
  }

  /** null where it cannot be decrypted. */
  decryptOrNull(envelope: string, place: Place): string | null {
    try {
      return this.decrypt(envelope, place);
    } catch {
      return null;
    }
  }

  /**
   * A key for one file, made of the key with this id.
   *
   * @throws Error where that key is not at hand.
   */
  fileKey(id: string, salt: Uint8Array): Buffer {
    const key = this.#keys.find((candidate) => candidate.id === id);
    if (!key) throw new Error(`The file was encrypted with the key "${id}", which ENCRYPTION_KEYS does not hold.`);
    return Buffer.from(hkdfSync('sha256', key.secret, salt, 'same-day-delivery file', 32));
  }

  /** The id of the key that encrypts. */
  get currentKeyId(): string {
    return this.#keys[0]?.id ?? '';
  }

  /** The ids of all keys at hand. */
  get keyIds(): string[] {
    return this.#keys.map(({ id }) => id);
  }

  /** How every value begins that the first key encrypted; others are to be encrypted anew. */
  get currentPrefix(): string {
    return `1.${this.currentKeyId}.`;
  }

  /** The same of values that are bytes. */
  get currentBytesPrefix(): Buffer {
    return Buffer.from(`2.${this.currentKeyId}.`);
  }

  /** Whether older keys are still at hand, so that values encrypted with them may be left. */
  get isRotating(): boolean {
    return this.#keys.length > 1;
  }

  #envelope(plaintext: Uint8Array, place: Place): Buffer {
    const key = this.#keys[0] as { id: string; secret: KeyObject };
    const nonce = this.#nonces.take();
    const cipher = createCipheriv('aes-256-gcm', key.secret, nonce).setAAD(associated(place));
    const encrypted = [cipher.update(plaintext), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
  }

  #opened(id: string | undefined, bytes: Buffer, place: Place): Buffer {
    const key = this.#keys.find((candidate) => candidate.id === id);
    if (!key) throw Object.assign(unknownForm(place), { code: keyNotAtHand });
    // A shorter tag would be accepted otherwise, and is easier to guess.
    const decipher = createDecipheriv('aes-256-gcm', key.secret, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(associated(place))
      .setAuthTag(bytes.subarray(nonceBytes, headBytes));
    return Buffer.concat([decipher.update(bytes.subarray(headBytes)), decipher.final()]);
  }
}

function unknownForm({ table, column }: Place): Error {
  return new Error(`encrypted with an unknown key or form: ${table}.${column}`);
}

function associated({ table, column, shop, key }: Place): Buffer {
  return Buffer.from(JSON.stringify([table, column, shop, key]));
}

/** The name of a service account in our rows: the same key gives the same name, and the name gives nothing away. */
export function accountName(secret: Buffer, mode: CourierMode, apiKey: string): string {
  return createHmac('sha256', secret).update(`${mode}:${apiKey}`).digest('base64url');
}
