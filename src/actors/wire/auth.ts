import { KIND } from '#domain/protocol/kinds.ts';
import { AUTH_ANSWERS_MAX } from '#domain/relays/relay-bounds.ts';
import type { LooseMessage } from '#domain/protocol/relay-frame.ts';
import type { RelayAuthState } from '#domain/relays/relay-info.ts';
import { relayVerdict } from '#domain/protocol/relay-message.ts';
import type { CurrentSigner, Signer } from '#domain/protocol/signer.ts';
import { say } from './open-links.ts';
import type { Wire } from './wire.ts';
import { SECOND } from '#domain/units.ts';

/** NIP-42: for the challenge after a refusal, and for the answer to what was signed */
export const AUTH_CHALLENGE_WAIT_MS = 1 * SECOND;
export const AUTH_TIMEOUT_MS = 5 * SECOND;
export const AUTH_CHALLENGE_MAX_CHARACTERS = 1_024;

type Deps = {
  readonly wire: Pick<Wire, 'observe' | 'links'>;
  readonly signer: CurrentSigner;
  /** Does the user read from this relay or publish to it? Others never learn who the user is. */
  readonly isOurs: (relay: string) => boolean;
  /** how far it is with a relay; told when it changes */
  readonly onState: (relay: string, state: RelayAuthState) => void;
  /** ms since the epoch */
  readonly now: () => number;
};

/** What one socket of a relay is asked to answer, and what came of it. */
type Challenge = {
  readonly text: string;
  /** who answered it; each may once */
  by?: string;
  answer?: Promise<string | undefined>;
  taken: boolean;
};

const NOT_OURS = 'it is no relay of yours, so it is not told who you are';
const NO_SIGNER = 'log in with a key to answer';
const NO_CHALLENGE = 'it does not say how to answer';
const NO_SIGNATURE = 'it was not signed';
const TOO_OFTEN = 'it was told who you are, and asks again and again';
const NO_ANSWER = 'it did not accept the answer in time';

/** Gives the first message that `wanted` takes something from; undefined after `ms`, or once the socket is gone. */
const hearOnce = <T>(wire: Deps['wire'], relay: string, ms: number, wanted: (message: LooseMessage) => T | undefined) =>
  new Promise<T | undefined>((resolve) => {
    const end = (value: T | undefined) => {
      clearTimeout(timer);
      stop();
      resolve(value);
    };
    const timer = setTimeout(() => end(undefined), ms);
    const stop = wire.observe((fact) => {
      if (fact.relay !== relay) return;
      const found = fact.type === 'said' ? wanted(fact.message) : undefined;
      if (found !== undefined || fact.type === 'closed') end(found);
    });
  });

/** What relays ask over the sockets that are open. */
const createChallenges = ({ wire, onState }: Pick<Deps, 'wire' | 'onState'>) => {
  const challenges = new Map<string, Challenge>();
  /** how often each person answered over the socket that is open now, by relay */
  const answers = new Map<string, Map<string, number>>();

  const stop = wire.observe(({ type, relay }) => {
    if (type !== 'closed') return;
    answers.delete(relay);
    if (challenges.delete(relay)) onState(relay, 'none');
  });

  /** What the relay asks over the socket that is open now. */
  const current = (relay: string): Challenge | undefined => {
    const text = wire.links.get(relay)?.challenge ?? '';
    if (text === '' || text.length > AUTH_CHALLENGE_MAX_CHARACTERS) return undefined;
    const known = challenges.get(relay);
    const challenge = known?.text === text ? known : { text, taken: false };
    challenges.set(relay, challenge);
    return challenge;
  };

  const challengeOf = async (relay: string): Promise<Challenge | undefined> => {
    // some relays send it behind the refusal
    if (current(relay) === undefined)
      await hearOnce(wire, relay, AUTH_CHALLENGE_WAIT_MS, ({ verb }) => verb === 'AUTH' || undefined);
    return current(relay);
  };

  /** Counts one more answer; false when the person has given as many as a relay gets. */
  const mayAnswer = (relay: string, pubkey: string): boolean => {
    const counts = answers.get(relay) ?? new Map<string, number>();
    answers.set(relay, counts);
    const count = (counts.get(pubkey) ?? 0) + 1;
    counts.set(pubkey, count);
    return count <= AUTH_ANSWERS_MAX;
  };

  return { current, challengeOf, mayAnswer, stop };
};

/**
 * Tells relays who the user is (NIP-42): only when they refused something for it, only relays of the user, once for
 * each challenge, and a few times over one socket. A challenge that nobody can answer now is kept until somebody can.
 */
export const createRelayAuth = ({ wire, signer, isOurs, onState, now }: Deps) => {
  const { current, challengeOf, mayAnswer, stop } = createChallenges({ wire, onState });

  const answer = async (relay: string, challenge: Challenge, by: Signer): Promise<string | undefined> => {
    if (!mayAnswer(relay, by.pubkey)) return TOO_OFTEN;
    const tags = [
      ['relay', relay],
      ['challenge', challenge.text],
    ];
    const template = { kind: KIND.relayAuth, created_at: Math.floor(now() / 1000), tags, content: '' };
    const event = await by.signEvent(template).catch(() => undefined);
    if (event === undefined) return NO_SIGNATURE;
    // it names the relay and the challenge: another socket has no use for it
    if (current(relay) !== challenge) return NO_ANSWER;
    const ok = hearOnce(wire, relay, AUTH_TIMEOUT_MS, (message) =>
      message.verb === 'OK' && message.id === event.id ? message : undefined,
    );
    say(wire, relay, ['AUTH', event]);
    const verdict = await ok;
    if (verdict === undefined) return NO_ANSWER;
    if (!verdict.accepted) return relayVerdict(verdict.message).words || NO_ANSWER;
    challenge.taken = true;
    return undefined;
  };

  /** The answer of the user of this moment; one that was given already counts again. */
  const answerOnce = async (relay: string, challenge: Challenge): Promise<string | undefined> => {
    const by = signer();
    if (by === undefined) return NO_SIGNER;
    if (challenge.by !== by.pubkey)
      Object.assign(challenge, { by: by.pubkey, taken: false, answer: answer(relay, challenge, by) });
    return challenge.answer;
  };

  return {
    /** Did the relay take the user's answer over the socket that is open now? */
    isKnown: (relay: string): boolean => {
      const challenge = current(relay);
      return challenge?.taken === true && challenge.by === signer()?.pubkey;
    },
    hasChallenge: (relay: string): boolean => current(relay) !== undefined,
    /** Gives undefined once the relay knows who the user is, else the reason why not. */
    async authenticate(relay: string): Promise<string | undefined> {
      if (!isOurs(relay)) return NOT_OURS;
      const challenge = await challengeOf(relay);
      if (challenge === undefined) return NO_CHALLENGE;
      const problem = await answerOnce(relay, challenge);
      if (current(relay) === challenge)
        onState(relay, problem === undefined ? 'done' : problem === NO_SIGNER ? 'asked' : 'refused');
      return problem;
    },
    stop,
  };
};
