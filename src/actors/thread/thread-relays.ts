import type { QueryClient } from '@tanstack/query-core';
import { whyRelayKey, type WhyRelay } from '#domain/cache/query-keys.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';
import type { Note } from '#domain/note/note.ts';
import { threadRefs } from '#domain/thread/thread.ts';
import type { AuthorRelays } from '#actors/relays/author-relays.ts';
import type { ReadingPlans } from '#actors/relays/reading-plans.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

export type ThreadRelaysDeps = {
  readonly requests: RelayRequests;
  readonly queryClient: QueryClient;
  readonly plans: ReadingPlans;
  readonly authorRelays: AuthorRelays;
};

const reason = (why: WhyRelay['why'], relays: readonly string[], authors: readonly string[] = []): WhyRelay[] =>
  relays.map((relay) => ({ relay, why, authors }));

/** Who wrote the conversation above the focus, and who began it: that one reads the answers. */
export type ThreadAuthors = { readonly authors: readonly string[]; readonly beginner: string };

/** Of a conversation around a note, of which `get` gives the notes that were loaded. */
export const threadAuthors = (focus: Note, get: (id: string) => Note | undefined): ThreadAuthors => {
  const { root, parent } = threadRefs(focus);
  const known = [focus, ...[root, parent].map((ref) => ref && get(ref.id))];
  const authors = [...new Set(known.flatMap((note) => note?.pubkey ?? []))];
  return { authors, beginner: (root && (get(root.id)?.pubkey ?? root.author)) ?? focus.pubkey };
};

/** The relays of a thread at first: those that notes and answers are read from, and those that the link named. */
export const firstRelays = ({ requests }: ThreadRelaysDeps, hints: readonly string[]): readonly WhyRelay[] => [
  ...reason('own', requests.relays('read')),
  ...reason('hint', relayHints(hints)),
];

/** Those that its authors write to, and those where its beginner reads answers (NIP-65). */
export const authorsRelays = async (deps: ThreadRelaysDeps, { authors, beginner }: ThreadAuthors) => {
  const [plan, choice] = await Promise.all([
    deps.plans.planFor(authors),
    deps.authorRelays({ pubkey: beginner, relays: [] }),
  ]);
  return [
    ...Array.from(plan.relays, ([relay, people]): WhyRelay => ({ relay, why: 'writes', authors: people })),
    ...reason('reads', choice.reads, [beginner]),
  ];
};

export const urlsOf = (reasons: readonly WhyRelay[]): readonly string[] => [
  ...new Set(reasons.map(({ relay }) => relay)),
];

/** Tells views why each relay is asked for the thread of this note. */
export const tellWhy = ({ queryClient }: ThreadRelaysDeps, id: string, reasons: readonly WhyRelay[]): void =>
  void queryClient.setQueryData(whyRelayKey(id), reasons);

/** The relays of a thread that was loaded; of one that was not, the first ones. */
export const threadRelays = (deps: ThreadRelaysDeps, id: string, hints: readonly string[]): readonly string[] => {
  const told = deps.queryClient.getQueryData<readonly WhyRelay[]>(whyRelayKey(id)) ?? [];
  return urlsOf([...firstRelays(deps, hints), ...told]);
};
