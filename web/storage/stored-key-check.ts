import type { KeyCheck } from '#deliveries/ports/courier.ts';

/** What a check of the key of this account found. */
export interface StoredKeyCheck {
  account: string;
  kind: KeyCheck['kind'];
}
