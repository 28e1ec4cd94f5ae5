/** Base64 (RFC 4648) as bytes, however long; undefined when it is none. */
export const readBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/** The same of what a database or somebody gives: undefined, too, when it is no text, or of more than so many bytes. */
export const readShortBase64 = (value: unknown, maxBytes: number): Uint8Array<ArrayBuffer> | undefined =>
  typeof value === 'string' && value.length <= 4 * Math.ceil(maxBytes / 3) ? readBase64(value) : undefined;

/** Bytes, however many, as base64. */
export const writeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Base64 in either alphabet, filled up or not (RFC 4648 section 5); undefined when it is none. */
export const readBase64Url = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  readBase64(text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/'));

/** Bytes as base64 that may stand in an address, not filled up (RFC 4648 section 5). */
export const writeBase64Url = (bytes: Uint8Array): string =>
  writeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
