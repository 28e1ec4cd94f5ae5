// What the page loads before anything can be seen of the feed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'vite';

/** of all scripts together, gzip */
export const START_BUDGET_BYTES = 150 * 1024;

const importsOf = (file) =>
  parseSync(file, readFileSync(file, 'utf8'))
    .module.staticImports.map(({ moduleRequest }) => join(dirname(file), moduleRequest.value))
    .filter((path) => path.endsWith('.js'));

const namedIn = (html, dist) =>
  [...html.matchAll(/<(?:script|link rel="modulepreload")\b[^>]*?(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) =>
    join(dist, path),
  );

/** These scripts and all that they import at once, as paths. */
export function withImports(scripts) {
  const found = new Set();
  const follow = (files) => {
    for (const file of files.filter((path) => !found.has(path))) {
      found.add(file);
      follow(importsOf(file));
    }
  };
  follow(scripts);
  return [...found];
}

/** The scripts that the page names and all that these import at once, as paths. */
export const startScripts = (dist = 'dist') =>
  withImports(namedIn(readFileSync(join(dist, 'index.html'), 'utf8'), dist));

/** gzip bytes of these files together, each compressed by itself as a server does. */
export const gzipBytes = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
