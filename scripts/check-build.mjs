// Looks at what `vite build` left in dist/: the size of the start, what is in it, and that nothing writes to the console.
// That parts of libraries are left out exactly as written down is checked while building (scripts/leave-out.ts).
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { gzipBytes, START_BUDGET_BYTES, startScripts, withImports } from './start-size.mjs';

const REPORT = 'reports/build.json';
/** of the app and its workers: each is fetched, and stored for offline use, by itself */
const SCRIPTS_MAX = 49;
/** what the service worker fetches by itself besides the pack: what the start has loaded, and what is no text */
const APART_MAX = 30;
/** of the worker and the screens of ecash together, without what reads codes by camera, gzip */
const ECASH_BUDGET_BYTES = 100_000;
/** of all files in the pack together, gzip */
const PACK_BUDGET_BYTES = 648 * 1024;
/** what many people open who have no money here and look at no statecharts, and what they need none of for it */
const PLAIN = [
  'src/areas/reading.ts',
  'src/ui/note/note-menu.tsx',
  'src/ui/note/note-screen.tsx',
  'src/ui/notifications/notifications-screen.tsx',
  'src/ui/profile/profile-screen.tsx',
  'src/ui/publish/create-screen.tsx',
  'src/ui/relays/relay-sheet.tsx',
  'src/ui/search/search-screen.tsx',
  'src/ui/settings/settings-overlay.tsx',
];
/** in what starts by itself; a hook of the inspector is in there, which loads it when it is wanted */
const SOON = 'src/areas/groups.ts';
const SPECIAL = /^src\/(?:actors|machines|store|ui)\/(?:ecash|inspector|ledger|money)\//;
/** the only file that may reach the console */
const LOG = 'src/actors/shell/log.ts';

const read = (file) => readFileSync(file, 'utf8');
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
const posix = (path) => normalize(path).split(sep).join('/');

/** The files of src/ that a built script was made of. */
const sourcesOf = (script) => {
  // what the bundler adds by itself has no map
  if (!existsSync(`${script}.map`)) return [];
  const { sources } = JSON.parse(read(`${script}.map`));
  return sources.map((source) => posix(join(dirname(script), source))).filter((path) => path.startsWith('src/'));
};

/** The files of src/ that are named in an `import()`: what comes later. */
const lateFiles = () =>
  globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    [...read(file).matchAll(/(?<!typeof )\bimport\(\s*'([#.][^']+)'\s*\)/g)].map(([, name]) =>
      posix(
        name.startsWith('#src/')
          ? name.replace('#src', 'src')
          : name.startsWith('#')
            ? `src/${name.slice(1)}`
            : join(dirname(file), name),
      ),
    ),
  );

const checks = {
  'the first page loads no more than its budget': (dist) => {
    const files = startScripts(dist);
    const bytes = gzipBytes(files);
    return bytes > START_BUDGET_BYTES && `${kib(bytes)} gzip of ${kib(START_BUDGET_BYTES)}: ${files.join(', ')}`;
  },
  'the start holds no code that is loaded later': (dist) => {
    const start = new Set(startScripts(dist).flatMap(sourcesOf));
    const late = lateFiles();
    const both = late.filter((file) => start.has(file));
    if (late.length === 0 || start.size === 0) return 'no file is found to look at';
    return both.length > 0 && `imported at once somewhere, and by import() elsewhere: ${[...new Set(both)].join(', ')}`;
  },
  'late code comes in few files': (dist) => {
    const scripts = globSync(`${dist}/assets/*.js`).length;
    return scripts > SCRIPTS_MAX && `${scripts} scripts, of at most ${SCRIPTS_MAX} (scripts/code-groups.ts)`;
  },
  'ecash stays within its budget': (dist) => {
    const files = globSync(`${dist}/assets/{ecash.worker,money}-*.js`);
    if (files.length < 2) return 'not both of its files are found';
    const bytes = gzipBytes(files);
    return bytes > ECASH_BUDGET_BYTES && `${bytes} bytes gzip of ${ECASH_BUDGET_BYTES}: ${files.join(', ')}`;
  },
  'late code is asked for beside its styles': (dist) => {
    const late = globSync(`${dist}/assets/*.js`).flatMap((script) => {
      const code = read(script);
      const names = code.match(/m\.f=\[([^\]]*)\]/)?.[1].match(/assets\/[^"'`]+/g) ?? [];
      return [
        ...code.matchAll(/import\([`'"]\.\/([^`'"]+)[`'"]\)(?:(?!\bimport\().){0,200}?,__vite__mapDeps\(\[([\d,]*)\]/g),
      ].map(([, name, needed]) => ({ name: `assets/${name}`, needed: needed.split(',').map((at) => names[at]) }));
    });
    if (!late.some(({ needed }) => needed.some((name) => name?.endsWith('.css'))))
      return 'no styles are found to look at';
    return [...new Set(late.filter(({ name, needed }) => !needed.includes(name)).map(({ name }) => name))].join(', ');
  },
  'the pack for offline use holds what the service worker expects of it, and nothing else': (dist) => {
    const listed = read(join(dist, 'sw.js')).match(/\{[^{}]*"integrity":"[^{}]*\}/g) ?? [];
    const files = listed.map((entry) => JSON.parse(entry));
    const hashes = new Map(files.filter(({ packed }) => packed).map(({ url, integrity }) => [`/${url}`, integrity]));
    const pack = read(join(dist, 'offline.txt'));
    const held = pack
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
    const wrong = held.filter(([path, text]) => hashes.get(path) !== hashOf(text)).map(([path]) => path);
    if (wrong.length > 0 || held.length !== hashes.size)
      return `${held.length} of ${hashes.size}; not these: ${wrong.join(' ')}`;
    if (files.length - held.length > APART_MAX)
      return `${files.length - held.length} of at most ${APART_MAX} files apart`;
    const bytes = gzipSync(pack).length;
    return bytes > PACK_BUDGET_BYTES && `${kib(bytes)} gzip of ${kib(PACK_BUDGET_BYTES)}`;
  },
  'what is opened without money loads no code of it, nor of the inspector': (dist) => {
    const scripts = globSync(`${dist}/assets/*.js`);
    const shared = new Set([...startScripts(dist), ...scripts.filter((script) => sourcesOf(script).includes(SOON))]);
    const found = PLAIN.flatMap((view) => {
      const own = scripts.filter((script) => sourcesOf(script).includes(view));
      if (own.length !== 1) return [`${view} is in ${own.length} files`];
      const loaded = withImports(own).filter((script) => !shared.has(script));
      const special = loaded.filter((script) => sourcesOf(script).some((path) => SPECIAL.test(path)));
      return special.map((script) => `${view} loads ${script}`);
    });
    return found.length > 0 && found.join('\n');
  },
  'the start files begin with what lets them be translated beside the page': (dist) => {
    const files = startScripts(dist).filter((file) => !file.includes('rolldown-runtime'));
    const wrong = files.filter((file) => !read(file).startsWith('//# allFunctionsCalledOnLoad\n'));
    return files.length === 3 ? wrong.join(', ') : `not three: ${files.join(', ')}`;
  },
  'what starts first waits for no other file': (dist) => {
    const [first, ...more] = globSync(`${dist}/assets/system-*.js`);
    if (!first || more.length > 0) return 'not one file is named system';
    return withImports([first]).slice(1).join(', ');
  },
  'the start holds no descriptions of states': (dist) => {
    const found = startScripts(dist).flatMap((file) => read(file).match(/\bdescription:\s*[`'"][^`'"]{0,60}/g) ?? []);
    return found.length > 0 && found.join(', ');
  },
  'nothing but the log of the app reaches the console': (dist) => {
    const scripts = globSync(`${dist}/**/*.js`);
    const found = scripts.flatMap((file) =>
      [...read(file).matchAll(/\bconsole\b.{0,30}/g)].map(([text]) => [file, text]),
    );
    const strange = found.filter(
      ([file, text]) => !/^console[`'"]?\]?[,;]/.test(text) || !sourcesOf(file).includes(LOG),
    );
    if (strange.length > 0) return strange.map((where) => where.join(': ')).join('\n');
    return found.length !== 1 && `the log of the app is found ${found.length} times`;
  },
};

const problemOf = (check, dist) => {
  try {
    return check(dist);
  } catch (error) {
    return String(error);
  }
};

/** Prints how each check ended and keeps the count for the last line of `npm test`; true when all hold. */
function checkBuild(dist = 'dist') {
  const failed = Object.entries(checks).filter(([name, check]) => {
    const problem = problemOf(check, dist);
    console.log(`${problem ? 'FAILED' : 'ok    '} build: ${name}`);
    if (problem) console.log(problem);
    return problem;
  }).length;
  mkdirSync(dirname(REPORT), { recursive: true });
  writeFileSync(REPORT, JSON.stringify({ passed: Object.keys(checks).length - failed, failed }));
  return failed === 0;
}

process.exit(checkBuild(process.argv[2]) ? 0 : 1);
