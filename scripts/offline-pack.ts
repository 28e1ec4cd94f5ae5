import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACK_PATH, packLine } from '../src/domain/shell/offline-pack.ts';

type Listed = { readonly url: string };

/** Bytes that are no text have no line; what the browser has loaded before anything is stored is not sent twice. */
const TEXT = /^assets\/(?!soon-).*\.(?:css|js)$|\.md$/;

/** What is alike stands together, small files first: one that holds the same libraries as the one before costs little then. */
const KINDS = [/\.css$/, /\.js$/, /\.worker-[^/]*$/, /\.md$/];
const kindOf = ({ url }: Listed) => KINDS.findLastIndex((kind) => kind.test(url));

/**
 * What the service worker stores, with the hash that each file must have (docs/adr/0037-the-stored-app.md). Late code is
 * written into one file besides, and marked: on a slow line each file that is fetched by itself costs a round trip.
 */
export const withPack = <File extends Listed>(dist: string, files: readonly File[]) => {
  const index = join(dist, 'index.html');
  // the build failed before: what is told is why
  if (!existsSync(index)) return [...files];
  const page = readFileSync(index, 'utf8');
  const isLate = ({ url }: Listed) => TEXT.test(url) && !page.includes(`/${url}"`);
  const read = ({ url }: Listed) => readFileSync(join(dist, url));
  const late = files
    .filter(isLate)
    .map((file) => ({ kind: kindOf(file), line: packLine(`/${file.url}`, read(file).toString('utf8')) }));
  const lines = late.toSorted((one, other) => one.kind - other.kind || one.line.length - other.line.length);
  writeFileSync(join(dist, PACK_PATH), lines.map(({ line }) => line).join(''));
  return files.map((file) => ({
    ...file,
    integrity: `sha256-${createHash('sha256').update(read(file)).digest('base64')}`,
    ...(isLate(file) ? { packed: true } : {}),
  }));
};
