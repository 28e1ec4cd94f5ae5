import { posix } from 'node:path';

/** What the bundler knows of the modules it puts into files. */
type Context = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

/** What stands beside and under the first notes: names, counts, buttons, the rest of the list, who is logged in. */
const FIRST = [
  'actors/profile/screen-loaders.ts',
  'ui/feed/feed-notes.tsx',
  'ui/feed/feed-aside.tsx',
  'ui/feed/feed-switch.tsx',
  'ui/feed/tile-skeletons.tsx',
  'ui/note/empty-note.tsx',
  'ui/note/missing-media.tsx',
  'ui/note/note-actions.tsx',
  'ui/note/note-video.tsx',
  'ui/note/monogram.tsx',
  'ui/note/quote.tsx',
  'ui/note/veil.tsx',
  'ui/session/account-end.tsx',
];

/** What saves the first notes for the next visit: it waits for nothing else on a slow line. */
const SAVING = ['store/cache/worth-saving.ts', 'store/storage/forage.ts'];

/** What starts by itself once nothing is urgent, for everybody. */
const SOON = [
  'areas/groups.ts',
  'areas/session.ts',
  'areas/care.ts',
  'areas/acting.ts',
  'areas/shell.ts',
  'areas/upkeep.ts',
  'areas/zaps.ts',
  'areas/shortcuts.ts',
  'actors/cache/clear-groups.ts',
  'ui/publish/early-note.tsx',
  'ui/shell/after-start.tsx',
  'ui/shell/overlays.tsx',
  'ui/shell/app-prompts.tsx',
  'ui/shell/shortcuts.tsx',
];

/** What several screens share, with all controls: put with one of them, each of the others would load that one whole. */
const SHARED = [
  'domain/listeners.ts',
  'domain/msats.ts',
  'domain/profile/nip05.ts',
  'domain/record.ts',
  'domain/text/byte-size.ts',
  'ui/profile/nip05-check.ts',
  'ui/publish/mention-list.tsx',
  'ui/publish/text-edit.ts',
  'ui/publish/use-mentions.ts',
  'ui/shell/not-shown.tsx',
];

const SRC = /\/src\/(.+)$/;
/** Screens and sheets that are opened one at a time, by their folders. */
const SCREEN = /^ui\/([a-z]+)\//;
/** Folders whose screens lead to each other come in one file. */
const TOGETHER: Readonly<Record<string, string>> = { ecash: 'money' };
/** Of money: what is opened now and then, not with each deposit or payment. */
const SELDOM = new RegExp(
  [
    '^ui/ecash/(?:[a-z]+/)?(?:request-(?:sheet|pay-|overlay|shown|who)|operation-|ask-overlay|address-(?:sheet|overlay)|ecash-panel|nutzaps\\.|by-message|transfer-|own-offer-|words|restore|use-restore',
    '|use-phrase|use-adding|use-elsewhere|add-mint|first-page|lost-|token-left|secret-text|copies-page|mints-page|mint-(?:page|facts|saw|contact|reviews)|recommend|use-recommended|meetings|remove-)',
    '|^ui/money/(?:offer-|pay-address-|history-|open-page|operation-page|payment-evidence|known-lines|movement|use-told|wallet-page)',
  ].join(''),
);
/** What works with money, below its screens: who reads a thread or changes a setting needs none of it. */
const PAYING =
  /^(?:(?:actors|domain|machines|store)\/(?:ecash|ledger|messages|money|scan|wallet)\/|areas\/(?:ecash|messages|nutzaps|receiving|requests|scan|wallet))/;
/** What shows the statecharts comes whole, to those alone who want to see them. */
const INSPECTOR = /(?:^|\/)inspector(?:\/|\.ts$)/;
/** Another language changes the words of all screens at once. */
const TEXTS = /^ui\/texts\//;
/** Words of other languages, and what computes in workers or for one mode alone, come on their own. */
const APART = /^ui\/texts\/de\/|^workers\/|(?:^|\/)ascii/;

const SOURCES = posix.join(import.meta.dirname, '../src');

/** All modules that these import at once, and they themselves. */
const closureOf = (entries: readonly string[], context: Context): ReadonlySet<string> => {
  const found = new Set<string>();
  const follow = (id: string) => {
    if (found.has(id)) return;
    const module = context.getModuleInfo(id);
    if (!module) return;
    found.add(id);
    module.importedIds.forEach(follow);
  };
  for (const entry of entries) {
    const id = posix.join(SOURCES, entry);
    if (!context.getModuleInfo(id)) throw new Error(`No code is at ${entry}, which scripts/code-groups.ts names`);
    follow(id);
  }
  return found;
};

/** What runs outside the views: with the libraries of its own a file that starts while the views' is on its way. */
export const SYSTEM = 'system';

type Group = { readonly debugName: string; readonly name: (id: string, context: Context) => string | null };

/** Whether these need a module at once; found out when the first is asked for. */
const neededBy = (entries: readonly string[]) => {
  let needed: ReadonlySet<string> | undefined;
  return (id: string, context: Context): boolean => (needed ??= closureOf(entries, context)).has(id);
};

const isOfSystem = neededBy(['start.ts']);

/** The file of everything that runs outside the views, before all other groups. */
export const systemGroup: Group & { readonly priority: number } = {
  debugName: SYSTEM,
  priority: 3,
  name: (id, context) => (isOfSystem(id, context) ? SYSTEM : null),
};

const pathIn = (id: string): string | undefined => {
  const path = SRC.exec(id)?.[1];
  return path === undefined || APART.test(path) ? undefined : path;
};

const NOTHING = /(?!)/;

/** All code that these entries need at once, and what else belongs to them, in one file. */
const together = (debugName: string, entries: readonly string[], more = NOTHING): Group => {
  const isNeeded = neededBy(entries);
  return {
    debugName,
    name: (id, context) => {
      const path = pathIn(id);
      return path !== undefined && (isNeeded(id, context) || more.test(path)) ? debugName : null;
    },
  };
};

/**
 * Which file late code goes to, the earlier group first: few files that are wanted together, for each one costs a round
 * trip and a place in the queue of what is stored for offline use. What no group takes the bundler places by itself.
 */
export const lateGroups: readonly Group[] = [
  together('first', FIRST),
  together('saving', SAVING),
  together('soon', SOON),
  {
    debugName: 'texts',
    name: (id) => (TEXTS.test(pathIn(id) ?? '') ? 'texts' : null),
  },
  together('shared', SHARED, /^ui\/kit\//),
  {
    debugName: 'inspector',
    name: (id) => (INSPECTOR.test(pathIn(id) ?? '') ? 'inspector' : null),
  },
  {
    debugName: 'screens',
    name: (id) => {
      const path = pathIn(id);
      if (path === undefined || SELDOM.test(path)) return null;
      const folder = SCREEN.exec(path)?.[1] ?? (PAYING.test(path) ? 'paying' : 'reading');
      return TOGETHER[folder] ?? folder;
    },
  },
  // behind the screens, so that what both need comes with those
  {
    debugName: 'seldom',
    name: (id) => (SELDOM.test(pathIn(id) ?? '') ? 'seldom' : null),
  },
];
