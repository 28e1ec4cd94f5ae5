import { readFileSync } from 'node:fs';
import { QueryClient } from '@tanstack/query-core';
import { describe, expect, it } from 'vitest';
import { leaveOut, leaveOutPlugin } from '../scripts/leave-out.ts';
import { cuts, files, THROWS } from '../scripts/left-out.ts';
import { sources } from '#tests/support/source-files.ts';

const pathOf = (file: string) => new URL(`../node_modules/${file}`, import.meta.url).pathname;
const codeOf = (file: string) => readFileSync(pathOf(file), 'utf8');

type Code = Readonly<Record<string, unknown>>;
const run = async (code: string) => (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Code;

/** The names that a built module exports in its last lines. */
const exportsOf = (code: string) =>
  [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));

const methodsOf = (made: object) => {
  const names = new Set<string>();
  for (let at = made; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const name of Object.getOwnPropertyNames(at)) if (typeof (made as Code)[name] === 'function') names.add(name);
  return [...names].sort();
};

describe('parts of libraries that are left out', () => {
  it.each(Object.keys(cuts))('%s has each of them exactly once', (file) => {
    expect(leaveOut(pathOf(file), codeOf(file))).not.toBe(codeOf(file));
  });

  it('fails for a name that is not there, or there twice', () => {
    const file = Object.keys(cuts)[0]!;
    expect(() =>
      leaveOut(pathOf(file), codeOf(file).replace('\nfunction acquireResource(', '\nfunction other(')),
    ).toThrow('acquireResource is not found exactly once');
    const twice = `${codeOf(file)}\nfunction acquireResource() {\n}\n`;
    expect(() => leaveOut(pathOf(file), twice)).toThrow('acquireResource is not found exactly once');
  });

  it('fails the build when a file was not met, or met twice', () => {
    const plugin = leaveOutPlugin() as unknown as {
      transform(code: string, id: string): unknown;
      generateBundle(this: { error(text: string): never }): void;
    };
    const end = () =>
      plugin.generateBundle.call({
        error: (text) => {
          throw new Error(text);
        },
      });
    const all = [...Object.keys(cuts), ...Object.keys(files)];
    for (const file of all.slice(1)) plugin.transform(codeOf(file), pathOf(file));
    expect(end).toThrow(`${all[0]} was met 0 times`);
    plugin.transform(codeOf(all[0]!), pathOf(all[0]!));
    expect(end).not.toThrow();
    plugin.transform(codeOf(all[0]!), pathOf(all[0]!));
    expect(end).toThrow(`${all[0]} was met 2 times`);
  });

  it.each(Object.keys(files))('what stands for %s has all its exports', async (file) => {
    const stand = await run(leaveOut(pathOf(file), codeOf(file))!);
    expect(Object.keys(stand).sort()).toEqual(exportsOf(codeOf(file)).sort());
  });

  it('what stands for the mutation cache has all its methods: those that are reached work, the others throw', async () => {
    const file = '@tanstack/query-core/build/modern/mutationCache.js';
    const { MutationCache } = (await run(leaveOut(pathOf(file), codeOf(file))!)) as {
      MutationCache: new () => NonNullable<ConstructorParameters<typeof QueryClient>[0]>['mutationCache'] & object;
    };
    const real = new QueryClient().getMutationCache();
    const stand = new MutationCache();
    // those of a listener's own bookkeeping are called by the class itself
    expect(methodsOf(stand)).toEqual(methodsOf(real).filter((name) => !/^on(Uns|S)ubscribe$/.test(name)));

    const client = new QueryClient({ mutationCache: stand });
    client.mount();
    await client.resumePausedMutations();
    expect(client.isMutating()).toBe(0);
    client.clear();
    client.unmount();
    expect(() => stand.find({ mutationKey: ['a'] })).toThrow('left out');
  });

  it('what is left out throws where it is reached', async () => {
    const { leftOut } = (await run(`${THROWS}export { leftOut };`)) as { leftOut: () => void };
    expect(leftOut).toThrow('left out');
  });

  it('nothing asks for them', () => {
    const ofReact = /import \{([^}]*)\} from 'react(?:-dom(?:\/client)?)?'/g;
    const parts =
      /\b(?:hydrateRoot|ViewTransition|Activity|SuspenseList|useActionState|useFormStatus|useOptimistic|Children|cloneElement|preload\w*|preinit\w*|preconnect|prefetchDNS)\b/;
    const elements =
      /^\s*<(?:title|meta|link|style|script|html|head|body)\b|<Fragment [^>]*\bref=|<form[^>]*\baction=/m;
    const found = sources('src/**/*.{ts,tsx}').filter((file) => {
      const code = readFileSync(file, 'utf8');
      const imported = [...code.matchAll(ofReact)].map(([, names]) => names).join();
      return parts.test(imported) || elements.test(code) || /\buse(?:Mutation|InfiniteQuery)\w*\(/.test(code);
    });
    expect(found).toEqual([]);
  });

  it('no chart has states that remember, and nothing keeps or restores snapshots of actors', () => {
    const parts =
      /type: 'history'|history: (?:true|'(?:shallow|deep)')|\bdevTools\b|\buse(?:Machine|Actor|ActorRef)\(|createActorContext|PersistedSnapshot|\bresolveState\(|\.definition\b|\.select\(\(/;
    expect(sources('src/**/*.{ts,tsx}').filter((file) => parts.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
