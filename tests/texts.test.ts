import { afterEach, describe, expect, it, vi } from 'vitest';
import { shortAge } from '#domain/note/time.ts';
import { DAY, HOUR, MINUTE } from '#domain/units.ts';
import { wordsAtLoad } from '#tests/support/words-at-load.ts';
import { sourceOf, sources } from '#tests/support/source-files.ts';
import { visibleTexts } from '#tests/support/visible-texts.ts';
import { dayOfYear, minuteLabel } from '#ui/texts/dates.ts';
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

/** What is said at a place of a catalogue with these parts. */
const said = (catalogue: object, path: string, ...parts: readonly unknown[]): string =>
  (new Map(leaves(catalogue)).get(path) as (...parts: readonly unknown[]) => string)(...parts);

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
      const word = words.get(path) ?? leaf;
      const fitting = sets.filter((set) => tells(leaf, set));
      // numbers do for some English words where German ones need digits
      const parts = fitting.find((set) => tells(word, set)) ?? fitting[0] ?? [];
      for (const part of parts)
        if (told(leaf, parts).includes(String(part))) expect(told(word, parts), path).toContain(String(part));
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

/** What the specification has word for word, also of one. */
const OF_ONE_ALL_THE_SAME = ['problems.amount-below', 'problems.amount-above'];

describe('amounts', () => {
  /** What is said when every part is one, once as a number and once in digits: a text is made for either. */
  const saidOfOne = (path: string, leaf: Leaf): readonly string[] =>
    [1, '1'].flatMap((one) => {
      const problem = new Proxy({}, { get: () => one });
      const parts = /problems\./i.test(path) ? [problem] : [one, one, one, one];
      try {
        return [String((leaf as (...parts: unknown[]) => unknown)(...parts))];
      } catch {
        return [];
      }
    });
  const isPlural = (text: string) => /(?<!of |von )\b1 (?:sats|bits)\b/i.test(text);

  it.each([
    ['English', english, OF_ONE_ALL_THE_SAME],
    ['German', german, []],
  ])('of one are one sat and one bit in %s', (_, catalogue, exact) => {
    const wrong = leaves(catalogue)
      .filter(([, leaf]) => typeof leaf === 'function')
      .map(([path, leaf]) => [path, saidOfOne(path, leaf)] as const)
      .filter(([, said]) => said.length > 0 && said.every(isPlural));
    expect(wrong.map(([path]) => path)).toEqual(exact);
  });

  it('have the verb that fits them', () => {
    const sayings = (catalogue: object, path: string, ...rest: readonly unknown[]) =>
      [1, 2].map((count) => said(catalogue, path, count, ...rest));
    expect(sayings(english, 'publish.profile.kept')).toEqual([
      '1 field from other apps stays unchanged.',
      '2 fields from other apps stay unchanged.',
    ]);
    expect(sayings(german, 'publish.acks.accepted', 4)).toEqual([
      '1 von 4 Relays hat angenommen',
      '2 von 4 Relays haben angenommen',
    ]);
    expect(sayings(german, 'relays.published.accepted', 4)).toEqual([
      'Veröffentlicht: 1 von 4 Relays hat sie angenommen',
      'Veröffentlicht: 2 von 4 Relays haben sie angenommen',
    ]);
    expect(said(german, 'ecashProblems.nutzap-too-little', { has: 1 })).toContain('liegt nur 1 Sat.');
    expect(said(german, 'problems.address-paid', { sats: 1 })).toBe('An deiner Adresse kam 1 Sat an.');
    expect(said(english, 'pow.bits', 1)).toBe('1 bit');
    expect([1, 12_464].map((by) => said(english, 'publish.tooLong', by))).toEqual([
      'Too long by 1 character.',
      'Too long by 12,464 characters.',
    ]);
    expect(said(german, 'publish.tooLong', 464)).toBe('Um 464 Zeichen zu lang.');
    expect([1, 2].map((count) => said(german, 'ecash.mintPage.holds', count))).toEqual([
      'Dort liegt noch 1 Sat.',
      'Dort liegen noch 2 Sats.',
    ]);
    expect(said(german, 'ecashMoves.operation.backLess', '1')).toBe(
      'Deine Sats sind zurück, abzüglich 1 Sat Gebühr der Mint.',
    );
  });
});

describe('times', () => {
  const at = Date.UTC(2026, 10, 3, 15, 5) + new Date(2026, 10, 3, 15, 5).getTimezoneOffset() * 60_000;

  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['en-GB', '15:05', '3 Nov 2026'],
    ['en-US', '3:05 PM', 'Nov 3, 2026'],
  ])('are written as in %s, also those of money', (tag, time, day) => {
    vi.stubGlobal('navigator', { languages: [tag] });
    expect([minuteLabel(at).replace('\u202f', ' '), dayOfYear(at)]).toEqual([time, day]);
  });

  it('have one style of ages in German, and the case of the sentence they stand in', () => {
    const ages = [MINUTE, HOUR, DAY].map((unit) => shortAge(3 * unit, 'de'));
    expect(ages.map((age) => age.replaceAll('\u00a0', ' '))).toEqual(['3 Min.', '3 Std.', '3 Tage']);
    const sentences = ['ecash.mintsPage.silent', 'relays.healthSheet.ago', 'money.since', 'wallet.list.used'];
    expect([...sentences, 'address.last'].map((path) => said(german, path, '3 Tage'))).toEqual([
      'Seit 3 Tagen keine Antwort',
      'vor 3 Tagen',
      'seit 3 Tagen',
      'Genutzt vor 3 Tagen',
      'Vor 3 Tagen abgeholt',
    ]);
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
