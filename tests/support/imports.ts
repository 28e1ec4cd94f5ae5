import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /^(?:import|export) [^;]*?from '([^']+)'|^import '([^']+)'/gm;

/** All files of `src` and what each imports of `src` when it is loaded, types included. */
export const importsOfSource = (): ReadonlyMap<string, readonly string[]> => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file));
  const known = new Set(files);
  const resolve = (from: string, name: string) => {
    if (name.startsWith('#src/')) return name.slice(1);
    return name.startsWith('#') ? `src/${name.slice(1)}` : path.posix.join(path.posix.dirname(from), name);
  };
  return new Map(
    files.map((file) => {
      const names = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, from, bare]) => from ?? bare ?? '');
      return [file, names.map((name) => resolve(file, name)).filter((target) => known.has(target))];
    }),
  );
};

/** Groups of files that import each other round about, the largest first. */
export const importCircles = (imports: ReadonlyMap<string, readonly string[]>): string[][] => {
  const reach = (from: string) => {
    const seen = new Set<string>();
    const left = [...(imports.get(from) ?? [])];
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      left.push(...(imports.get(file) ?? []));
    }
    return seen;
  };
  const reached = new Map([...imports.keys()].map((file) => [file, reach(file)]));
  const inCircle = [...imports.keys()].filter((file) => reached.get(file)?.has(file));
  const circles = new Map(
    inCircle.map((file) => {
      const circle = inCircle.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file));
      return [circle.join(), circle];
    }),
  );
  return [...circles.values()].sort((a, b) => b.length - a.length);
};
