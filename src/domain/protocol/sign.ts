import { verifyEvent } from 'nostr-tools/pure';
import { Failure, type Problem } from '#domain/problem.ts';
import { bareEvent, type NostrEvent } from './event.ts';
import { saysTheSame, type EventTemplate, type Signer } from './signer.ts';

/** Whether id and signature of an event are those of what it says. */
export const isSoundEvent = (event: NostrEvent): boolean =>
  verifyEvent({ ...event, tags: event.tags.map((tag) => [...tag]) });

type SignOptions = {
  /** what is told when the signer changed what it was to sign; left out: it may */
  readonly changed?: Problem | undefined;
  readonly isSound?: ((event: NostrEvent) => boolean) | undefined;
};

/** The one way to sign: what a signer gives back is checked by other code than that which made it. */
export const signChecked = async (
  signer: Signer,
  { kind, created_at, tags, content }: EventTemplate,
  { changed, isSound = isSoundEvent }: SignOptions = {},
): Promise<NostrEvent> => {
  const template = { kind, created_at, tags, content };
  // nostr-tools marks what it has verified, and believes such a mark
  const event = bareEvent(await signer.signEvent(template));
  if (!isSound(event) || event.pubkey !== signer.pubkey) throw new Failure({ code: 'signature-wrong' });
  if (changed !== undefined && !saysTheSame(event, template)) throw new Failure(changed);
  return event;
};
