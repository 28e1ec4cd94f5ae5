import type { AsciiProblem } from '#ports/ascii-studio.ts';
import { CodedError } from '#domain/coded.ts';
import { ASCII_FETCH_MS, ASCII_MAX_BYTES, ASCII_MAX_PIXELS } from '#domain/ascii/ascii-limits.ts';
import { pictureHead } from '#domain/note/picture-head.ts';

/** Why a picture cannot be drawn. */
export class PictureError extends CodedError<AsciiProblem> {
  override readonly name = 'PictureError';
}

/** Offline the browser shall not ask whether what it has is still fresh. */
const quietly = (): RequestInit => ({
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: navigator.onLine ? 'default' : 'force-cache',
});

/** A site that answers, but not to scripts, lets nobody read its pictures; one that does not answer has none. */
const whyUnread = async (url: string, signal: AbortSignal): Promise<AsciiProblem> => {
  try {
    const answer = await fetch(url, { ...quietly(), mode: 'no-cors', signal });
    await answer.body?.cancel();
    return 'refused';
  } catch {
    return 'missing';
  }
};

const open = async (url: string, signal: AbortSignal): Promise<Response> => {
  try {
    return await fetch(url, { ...quietly(), mode: 'cors', signal });
  } catch {
    if (signal.aborted) throw new PictureError('slow');
    throw new PictureError(await whyUnread(url, signal));
  }
};

/** All bytes, but never more than ASCII_MAX_BYTES. */
const readBytes = async (body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // a reader, for not every browser lets a stream be iterated
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > ASCII_MAX_BYTES) {
      await reader.cancel();
      throw new PictureError('too large');
    }
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

/** Fetches a picture, as far as its site lets others read it, and looks at its head. Throws a PictureError. */
export const readPicture = async (url: string, left: AbortSignal): Promise<Blob> => {
  const signal = AbortSignal.any([left, AbortSignal.timeout(ASCII_FETCH_MS)]);
  const answer = await open(url, signal);
  if (!answer.ok || answer.body === null) throw new PictureError('missing');
  if (Number(answer.headers.get('content-length')) > ASCII_MAX_BYTES) {
    await answer.body.cancel();
    throw new PictureError('too large');
  }
  const bytes = await readBytes(answer.body).catch((error: unknown) => {
    throw error instanceof PictureError ? error : new PictureError(signal.aborted ? 'slow' : 'missing');
  });
  const head = pictureHead(bytes);
  if (head === undefined) throw new PictureError('kind');
  if (head.width * head.height > ASCII_MAX_PIXELS) throw new PictureError('too large');
  return new Blob([bytes], { type: `image/${head.kind}` });
};
