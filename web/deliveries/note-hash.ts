/**
 * How notes are compared without being kept: 64 bits of FNV-1a over its code points, as hexadecimal. It tells equal from
 * different and guards nothing.
 */
export function noteHash(note: string | null): string {
  let hash = 0xcbf29ce484222325n;
  // What is not stored of a note is not compared either.
  for (const unit of (note ?? '').replace(/\0|\p{Surrogate}/gu, '')) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return hash.toString(16);
}
