import { Failure, type Problem } from '#domain/problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import { withoutSecrets } from '#domain/session/leaked-secret.ts';

/** What is known of a replaceable event of the user's: of their profile, or of one of their lists. */
export type FoundVersions = {
  /** undefined when nobody has one */
  readonly newest: NostrEvent | undefined;
  /** what relays hold now */
  readonly found: readonly NostrEvent[];
  /** what this browser saw before, the newest first */
  readonly kept: readonly NostrEvent[];
  /** relays that told everything they have */
  readonly told: ReadonlySet<string>;
  /** relays the user writes to */
  readonly writers: readonly string[];
  readonly indexers: readonly string[];
  /** those that were seen to have the newest */
  readonly holders: ReadonlySet<string>;
};

/** Nothing was published, on purpose. */
export class Refusal extends Failure {
  override readonly name = 'Refusal';
}

/** Relays did not tell enough to build upon. */
export class Unread extends Refusal {}

/** What is told of a refusal, and how much must have been read. */
export type ReadRules = {
  /** no relay the user writes to told what it has */
  readonly nobodyAnswered: Problem;
  /** none was found, but too few told what they have */
  readonly mayExist: Problem;
  /** where none was found, more than this share of the write relays must have told what they have */
  readonly share: number;
};

/** Refuses to build upon what was not, or only half, read (docs/adr/0020-nobody-is-lost-from-a-list.md). */
export const checkRead = ({ newest, writers, indexers, told }: FoundVersions, rules: ReadRules): void => {
  const answered = writers.filter((relay) => told.has(relay)).length;
  if (answered === 0) throw new Unread(rules.nobodyAnswered);
  if (newest) return;
  const isIndexed = indexers.length === 0 || indexers.some((relay) => told.has(relay));
  if (!isIndexed || answered <= writers.length * rules.share) throw new Unread(rules.mayExist);
};

/** The time of a version that comes after another one, whatever the clock says. `now` in seconds. */
export const timeAfter = (previous: Pick<NostrEvent, 'created_at'> | undefined, now: number): number =>
  Math.max(now, (previous?.created_at ?? 0) + 1);

/** An older version as the newest one. `now` in seconds. */
export const restoredVersion = (version: NostrEvent, newest: NostrEvent | undefined, now: number): EventTemplate => ({
  kind: version.kind,
  created_at: timeAfter(newest, now),
  tags: withoutSecrets(version.tags),
  content: version.content,
});
