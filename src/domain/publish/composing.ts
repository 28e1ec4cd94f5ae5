import type { NostrEvent } from '#domain/protocol/event.ts';
import { EVENT_MAX_CONTENT_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { leakedSecret, type SecretKind } from '#domain/session/leaked-secret.ts';
import { isBlank } from '#domain/text/calm-text.ts';
import {
  composeDeletion,
  composeNote,
  composeQuote,
  composeReply,
  composeRepost,
  withNostrLinks,
  type EventStamp,
  type Target,
} from './compose.ts';
import { inUse } from './draft-in-use.ts';
import { writtenOut, type Draft } from './draft.ts';
import { QUOTED_CODE_MAX } from './publish-limits.ts';
import { whyNoRelay, noteTargets } from './publish-targets.ts';

/** What an event is made of here: a text, by itself or about a note, or something done to a note. */
type Made =
  | { readonly what: 'note' }
  | { readonly what: 'reply' | 'quote' | 'repost' | 'deletion'; readonly note: NostrEvent };

/** What is composed; a profile is made of the newest one. */
export type Subject = Made | { readonly what: 'profile' };

export type SubjectKind = Subject['what'];

/** Of what a text is written. */
const WRITTEN: readonly SubjectKind[] = ['note', 'reply', 'quote'];

/** Why what is composed cannot be posted as it stands. */
export type Obstacle =
  | 'empty'
  | 'empty quote'
  | 'too long'
  | ReturnType<typeof whyNoRelay>['code']
  | 'none chosen'
  /** another tab posted it, or threw it away */
  | 'gone elsewhere'
  | SecretKind;

/** A draft never changes in place; it is asked about by the composer and by its view, with each letter. */
const lengths = new WeakMap<Draft, number>();

const lengthAsPosted = (draft: Draft): number => {
  const length = lengths.get(draft) ?? withNostrLinks(writtenOut(draft).trim()).length;
  lengths.set(draft, length);
  return length;
};

/** How many characters a text has too many, as it is posted: nobody here could read the note. 0 where it fits. */
export const excessOf = (what: SubjectKind, draft: Draft): number => {
  const room = EVENT_MAX_CONTENT_CHARACTERS - (what === 'quote' ? QUOTED_CODE_MAX : 0);
  return Math.max(0, lengthAsPosted(draft) - room);
};

/** Why a draft cannot be posted to relays of this set; undefined when it can. */
export const obstacleOf = (what: SubjectKind, draft: Draft, set: readonly RelayEntry[]): Obstacle | undefined => {
  if (!WRITTEN.includes(what)) return undefined;
  const isEmpty = isBlank(draft.text);
  if (isEmpty && what === 'quote') return 'empty quote';
  const secret = leakedSecret(JSON.stringify(inUse(draft)));
  if (secret !== undefined) return secret;
  if (isEmpty) return 'empty';
  if (excessOf(what, draft) > 0) return 'too long';
  if (noteTargets(draft.relays, set).length > 0) return undefined;
  return noteTargets(undefined, set).length > 0 ? 'none chosen' : whyNoRelay(set).code;
};

type Author = {
  /** hex; '' for a visitor */
  readonly self: string;
  readonly stamp: EventStamp;
  /** of its pictures, as `imeta` says them, by their addresses */
  readonly sizes: ReadonlyMap<string, string>;
  /** An event, to do something with it. */
  readonly target: (event: NostrEvent) => Target;
};

/** The event that is made of a draft and what it is about. Throws where the note cannot be one. */
export const compose = (subject: Made, draft: Draft, { self, stamp, sizes, target }: Author): EventTemplate => {
  const written = { text: writtenOut(draft), warning: draft.warning, alts: inUse(draft).alts, sizes };
  if (subject.what === 'note') return composeNote(written, stamp);
  const { what, note } = subject;
  if (what === 'deletion') return composeDeletion([note], stamp);
  if (what === 'repost') return composeRepost(target(note), stamp);
  return what === 'reply'
    ? composeReply(written, target(note), self, stamp)
    : composeQuote(written, target(note), stamp);
};
