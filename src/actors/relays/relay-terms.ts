import { fromPromise, waitFor, type ActorRefFrom } from 'xstate';
import { signChecked } from '#domain/protocol/sign.ts';
import type { TermsProblem } from '#domain/relays/relays-problem.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { relayVerdict } from '#domain/protocol/relay-message.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { RelayAuthState } from '#domain/relays/relay-info.ts';
import { AUTH_CHALLENGE_MAX_CHARACTERS } from '#domain/relays/relays-limits.ts';
import { toSeconds } from '#domain/units.ts';
import type { RelayCareRef } from '#machines/relays/relay-care.machine.ts';
import type { Introduction, relayTermsMachine } from '#machines/relays/relay-terms.machine.ts';
import { askAgain, fillPlaces, openLine, sayTo } from '#actors/wire/open-links.ts';
import { FLOOD, type WireFact } from '#actors/wire/wire-link.ts';
import type { Wire } from '#actors/wire/wire.ts';

type Deps = {
  readonly wire: Wire;
  readonly signer: CurrentSigner;
  /** Does the user read from this relay or publish to it? Others never learn who the user is. */
  readonly isOurs: (relay: string) => boolean;
  /** how far the user is with a relay; told when it changes */
  readonly onShown: (relay: string, state: RelayAuthState) => void;
};

type TermsRef = ActorRefFrom<typeof relayTermsMachine>;

const NOT_OURS: TermsProblem = { code: 'relay-not-yours' };
const NOT_KEPT: TermsProblem = { code: 'relay-not-told' };

/** The slot `introduce`: signs what the relay asks, and sends it. */
export const defineIntroduce = ({
  wire,
  signer,
  now,
}: Pick<Deps, 'wire' | 'signer'> & { readonly now: () => number }) =>
  fromPromise<{ id: string }, Introduction>(async ({ input: { relay, challenge, by }, signal }) => {
    const person = signer();
    if (person?.pubkey !== by) throw new Error('Somebody else is there by now');
    // it names the relay and the challenge: another socket has no use for it
    const tags = [
      ['relay', relay],
      ['challenge', challenge],
    ];
    const template = { kind: KIND.relayAuth, created_at: toSeconds(now()), tags, content: '' };
    const event = await signChecked(person, template, { changed: { code: 'signature-wrong' } });
    signal.throwIfAborted();
    sayTo(wire, relay, ['AUTH', event]);
    return { id: event.id };
  });

/** What a fact of the wire means to the terms of its relay. */
const tellTerms = (terms: (relay: string) => TermsRef | undefined, need: (relay: string) => void, fact: WireFact) => {
  const { relay } = fact;
  if (fact.type === 'closed') terms(relay)?.send({ type: 'terms.closed' });
  if (fact.type === 'answered') terms(relay)?.send({ type: 'terms.answered' });
  if (fact.type === 'refused' && fact.reason === FLOOD) {
    need(relay);
    terms(relay)?.send({ type: 'terms.flooded' });
  }
  if (fact.type !== 'said') return;
  const { message } = fact;
  if (message.verb === 'AUTH' && message.challenge.length <= AUTH_CHALLENGE_MAX_CHARACTERS)
    terms(relay)?.send({ type: 'terms.challenge', challenge: message.challenge });
  if (message.verb === 'OK') {
    const { words } = relayVerdict(message.message);
    terms(relay)?.send({ type: 'terms.verdict', id: message.id, accepted: message.accepted, words });
  }
  if (message.verb !== 'NOTICE' || relayVerdict(message.text).remedy !== 'wait') return;
  need(relay);
  terms(relay)?.send({ type: 'terms.slow' });
};

/** The terms of the relays as the wire needs them; `care` keeps them. */
export const createTerms = (care: RelayCareRef, { wire, signer, isOurs, onShown }: Deps) => {
  const heard = new WeakSet<TermsRef>();
  const terms = (relay: string) => care.getSnapshot().children[relay];
  const challengeOf = (relay: string) => {
    const challenge = openLine(wire, relay)?.challenge ?? '';
    return challenge.length > AUTH_CHALLENGE_MAX_CHARACTERS ? '' : challenge;
  };
  const need = (relay: string): TermsRef | undefined => {
    care.send({ type: 'care.need', relay });
    const kept = terms(relay);
    if (!kept || heard.has(kept)) return kept;
    heard.add(kept);
    kept.on('terms.shown', ({ state }) => onShown(relay, state));
    kept.on('terms.eased', () => fillPlaces(wire, relay));
    kept.on('terms.again', () => askAgain(wire, relay));
    const challenge = challengeOf(relay);
    if (challenge !== '') kept.send({ type: 'terms.challenge', challenge });
    return kept;
  };

  return {
    /** Does the relay know the user of this moment over the socket that is open? */
    isKnown: (relay: string): boolean => {
      const snapshot = terms(relay)?.getSnapshot();
      const isKnown = snapshot?.matches({ 'held to': { acquaintance: 'known' } }) === true;
      return isKnown && snapshot.context.answeredBy === signer()?.pubkey;
    },
    hasChallenge: (relay: string): boolean => challengeOf(relay) !== '',
    isPaused: (relay: string): boolean => terms(relay)?.getSnapshot().hasTag('paused') === true,
    /** Gives undefined once the relay knows who the user is, else the reason why not. */
    async introduce(relay: string): Promise<TermsProblem | undefined> {
      if (!isOurs(relay)) return NOT_OURS;
      const kept = need(relay);
      if (!kept) return NOT_KEPT;
      kept.send({ type: 'terms.introduce', by: signer()?.pubkey });
      const settled = await waitFor(kept, (snapshot) => !snapshot.hasTag('busy')).catch(() => undefined);
      return settled ? settled.context.problem : NOT_KEPT;
    },
    /** Settled when the relay may be asked again. */
    async pause(relay: string): Promise<undefined> {
      const kept = need(relay);
      kept?.send({ type: 'terms.slow' });
      if (kept) await waitFor(kept, (snapshot) => !snapshot.hasTag('paused')).catch(() => undefined);
    },
    stop: wire.observe((fact) => tellTerms(terms, need, fact)),
  };
};
