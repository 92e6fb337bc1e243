import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const decoders = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/**
 * The text of an answer's bytes. We ask for no compression, yet proxies compress; null for what unpacks to more than
 * `maxBytes`, or not at all.
 */
export function decodeBody(bytes: Buffer, contentEncoding: string | undefined, maxBytes: number): string | null {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (bytes.length === 0 || encoding === '' || encoding === 'identity') return new TextDecoder().decode(bytes);
  if (!Object.hasOwn(decoders, encoding)) return null;
  try {
    const decode = decoders[encoding as keyof typeof decoders];
    return new TextDecoder().decode(decode(bytes, { maxOutputLength: maxBytes }));
  } catch {
    return null;
  }
}
