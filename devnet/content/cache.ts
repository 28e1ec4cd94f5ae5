import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentOptions } from './content.ts';

const KEPT_FILES = 12;

/** A digest of the programs that write the content: changed programs never meet old content. */
function programsDigest(): string {
  const hash = createHash('sha256');
  const folders = ['.', '../media', '../lightning'].map((folder) => join(import.meta.dirname, folder));
  for (const folder of folders)
    for (const file of readdirSync(folder).toSorted()) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

/** The file that keeps `part` of the content of a day. */
export function cacheFile(options: ContentOptions, day: number, part: string): string | undefined {
  if (!options.cacheFolder) return undefined;
  const { seed, people, notes, mediaUrl, relayUrls } = options;
  const key = JSON.stringify([part, people, notes, mediaUrl, relayUrls, programsDigest()]);
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 12);
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
  return join(options.cacheFolder, `devnet-${seed}-${date}-${part}-${digest}.json`);
}

export function readCache<T>(file: string | undefined): T | undefined {
  try {
    return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as T);
  } catch {
    return undefined;
  }
}

function dropOldFiles(folder: string): void {
  const files = readdirSync(folder)
    .filter((file) => file.startsWith('devnet-'))
    .map((file) => join(folder, file))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const file of files.slice(KEPT_FILES)) rmSync(file, { force: true });
}

/** Writes a file whole or not at all. A folder that can not be written costs only the time saved next time. */
export function writeCache(file: string | undefined, folder: string | undefined, value: unknown): void {
  if (file === undefined || folder === undefined) return;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(value));
    renameSync(`${file}.${process.pid}`, file);
    dropOldFiles(folder);
  } catch {
    return;
  }
}

/** What `make` answers, from the file of an earlier start when there is one. */
export function cached<T>(options: ContentOptions, day: number, make: () => T): T {
  const file = cacheFile(options, day, 'day');
  const known = readCache<T>(file);
  if (known) return known;
  const made = make();
  writeCache(file, options.cacheFolder, made);
  return made;
}
