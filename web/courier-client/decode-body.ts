import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const decoders = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/**
 * The text of an answer's bytes. We ask for no compression, yet proxies compress; null for what unpacks to more than
 * `maxBytes`, or not at all.
 */
export function decodeBody(bytes: Buffer, contentEncoding: string, maxBytes: number): string | null {
  const steps = contentEncoding.split(',').map((step) => step.trim().toLowerCase());
  const encoding = steps.filter((step) => step !== '' && step !== 'identity').join(', ');
  if (bytes.length === 0 || encoding === '') return new TextDecoder().decode(bytes);
  if (!Object.hasOwn(decoders, encoding)) return null;
  try {
    const decode = decoders[encoding as keyof typeof decoders];
    return new TextDecoder().decode(decode(bytes, { maxOutputLength: maxBytes }));
  } catch {
    return null;
  }
}
