import { describe, expect, it } from 'vitest';
import { wordsAtLoad } from '#tests/support/words-at-load.ts';
import { sourceOf, sources } from '#tests/support/source-files.ts';
import { visibleTexts } from '#tests/support/visible-texts.ts';
import { english, speak, speaking } from '#ui/texts/english.ts';
import { german } from '#ui/texts/de/german.ts';
import { languageOf } from '#ui/texts/language.ts';

const views = sources('src/ui/**/*.{ts,tsx}').filter((file) => !file.startsWith('src/ui/texts/'));
const below = sources('src/{domain,ports,machines,actors,store,workers,areas}/**/*.ts').concat('src/system.ts');

/** What reads like a sentence below the views and is shown to nobody: a name, and what the log of the app is in a pinch. */
const UNSAID = new Set(['Atkinson Mono', 'Something failed', 'SIMD, two streams']);

/** The lines of the app's own log (actors/shell/log.ts). */
const LOGGED = /^(?:Not [a-z]+|Started again|Cleared): /;

type Leaf = string | ((...parts: never[]) => string) | readonly string[];

const isTree = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const leaves = (tree: object, path = ''): (readonly [string, Leaf])[] =>
  Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    isTree(value) ? leaves(value, `${path}${key}.`) : [[`${path}${key}`, value as Leaf] as const],
  );

describe('the catalogue', () => {
  it('has all texts of the views', () => {
    expect(views.length).toBeGreaterThan(100);
    expect(views.flatMap(visibleTexts).map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });

  it('is read by the views when they render, for the language can change', () => {
    expect(views.flatMap((file) => wordsAtLoad(file, english).map((line) => `${file}: ${line}`))).toEqual([]);
  });

  it('has all words that are said anywhere, for others cannot be said in another language', async () => {
    const spoken = new Set<object>();
    const walk = (tree: object) => {
      spoken.add(tree);
      Object.values(tree).filter(isTree).forEach(walk);
    };
    walk(english);
    const files = sources('src/ui/texts/**/*.ts').filter((file) => !file.includes('/de/'));
    const unspoken: string[] = [];
    for (const file of files) {
      const exported = (await import(/* @vite-ignore */ `../${file}`)) as Readonly<Record<string, unknown>>;
      for (const [name, words] of Object.entries(exported)) {
        if (!isTree(words) || spoken.has(words)) continue;
        const isName = new RegExp(`\\b${name}\\b`);
        unspoken.push(...views.filter((view) => isName.test(sourceOf(view).code)).map((view) => `${view}: ${name}`));
      }
    }
    expect(unspoken).toEqual([]);
  });
});

describe('below the views', () => {
  it('there is no sentence: what goes wrong is a code, and errors of programming are plain errors', () => {
    const sentences = below.flatMap((file) =>
      visibleTexts(file)
        .filter(({ text }) => / /.test(text) && !/^\W|\\|^[\w-]+Error$/.test(text))
        .filter(({ text }) => !UNSAID.has(text) && !LOGGED.test(text))
        .map(({ line, text }) => `${file}:${line} ${text}`),
    );
    expect(sentences).toEqual([]);
  });

  it('no view shows the message of an error but the notice of a view that failed', () => {
    const shown = views.filter((file) => /\berror(?: as Error\))?\.message\b/.test(sourceOf(file).code));
    expect(shown).toEqual(['src/ui/kit/error-notice.tsx']);
  });
});

describe('German', () => {
  const words = new Map(leaves(german));

  it('has a word for every English one, of the same kind', () => {
    const missing = leaves(english).filter(([path, leaf]) => {
      const word = words.get(path);
      if (Array.isArray(leaf)) return !Array.isArray(word) || word.length !== leaf.length;
      return typeof word !== typeof leaf || (leaf !== '' && word === '');
    });
    expect(missing.map(([path]) => path)).toEqual([]);
  });

  it('has no word that English has not', () => {
    const known = new Set(leaves(english).map(([path]) => path));
    expect([...words.keys()].filter((path) => !known.has(path))).toEqual([]);
  });

  it('says every part that English says', () => {
    const tells = (leaf: Leaf, parts: readonly unknown[]): boolean => {
      try {
        return told(leaf, parts) !== '';
      } catch {
        return false;
      }
    };
    const told = (leaf: Leaf, parts: readonly unknown[]): string => {
      const text = (leaf as unknown as (...parts: readonly unknown[]) => unknown)(...parts);
      return String(text).replaceAll(/[.,\u00a0](?=\d)/g, '');
    };
    for (const [path, leaf] of leaves(english)) {
      if (typeof leaf !== 'function') continue;
      if (path.startsWith('problems.')) {
        const asked = new Set<string>();
        const ask = (words: Leaf) =>
          told(words, [new Proxy({}, { get: (_, name) => (asked.add(String(name)), `«${String(name)}»`) })]);
        // words that are chosen by a word of the problem cannot be asked so
        if (!tells(leaf, [new Proxy({}, { get: String })])) continue;
        const first = ask(leaf);
        const other = ask(words.get(path) ?? leaf);
        for (const name of asked)
          if (first.includes(`«${name}»`)) expect(other, `${path} in German`).toContain(`«${name}»`);
        continue;
      }
      const numbers = Array.from({ length: Math.max(leaf.length, 1) }, (_, index) => 7_001 + index);
      const sets = [numbers, numbers.map(String), numbers.map((number) => [String(number)])];
      const parts = sets.find((set) => tells(leaf, set)) ?? [];
      for (const part of parts)
        if (told(leaf, parts).includes(String(part)))
          expect(told(words.get(path) ?? leaf, parts), path).toContain(String(part));
    }
  });

  it('is spoken in place, and English comes back', () => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    const { shell } = english.app;
    const before = structuredClone({ shell, nip05: { ...english.profile.nip05, confirms: '', other: '' } });
    speaking(german);
    expect([shell.settings, english.app.language]).toEqual(['Einstellungen', 'de']);
    expect(document.documentElement).toMatchObject({ lang: 'de', dir: 'ltr' });
    speak();
    expect([shell, english.app.language]).toEqual([before.shell, 'en']);
    expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
    Reflect.deleteProperty(globalThis, 'document');
  });
});

describe('amounts', () => {
  /** What is said when every part is one, once as a number and once in digits: a text is made for either. */
  const saidOfOne = (leaf: Leaf): readonly string[] =>
    [1, '1'].flatMap((one) => {
      try {
        return [String((leaf as (...parts: unknown[]) => unknown)(one, one, one, one))];
      } catch {
        return [];
      }
    });
  const isPlural = (text: string) => /(?<!of |von )\b1 sats\b/i.test(text);

  it.each([
    ['English', english],
    ['German', german],
  ])('of one are one sat in %s', (_, catalogue) => {
    const wrong = leaves(catalogue)
      .filter(([path, leaf]) => typeof leaf === 'function' && !path.startsWith('problems.'))
      .map(([path, leaf]) => [path, saidOfOne(leaf)] as const)
      .filter(([, said]) => said.length > 0 && said.every(isPlural));
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});

describe('the language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['fr', 'de', 'en'], 'de'],
    [['fr', 'ja'], 'en'],
    [['', 'en-US'], 'en'],
    [['de', 'en-US'], 'de'],
    [[], 'en'],
  ])('of somebody who wants %j is %s', (wanted, language) => expect(languageOf(wanted)).toBe(language));
});
