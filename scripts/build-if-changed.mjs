import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'app-manifest.ts',
  'package.json',
  'package-lock.json',
  'scripts',
];
const STAMP = '.cache/build-stamp';

const filesOf = (path) => {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** One digest over all that goes into the build. */
function digest() {
  const hash = createHash('sha256');
  const files = SOURCES.filter((path) => existsSync(path)).flatMap((path) =>
    /\.\w+$/.test(path) ? [path] : filesOf(path),
  );
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Builds the app into dist/ when its sources changed since the last build; answers whether it did. */
export async function buildIfChanged() {
  const now = digest();
  const last = existsSync(STAMP) && existsSync('dist/index.html') ? readFileSync(STAMP, 'utf8') : '';
  if (now === last) return false;
  await build({ logLevel: 'warn' });
  mkdirSync('.cache', { recursive: true });
  writeFileSync(STAMP, now);
  return true;
}
