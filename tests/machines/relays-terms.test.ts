import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { relayTermsMachine, type Introduction, type RelayTermsReport } from '#machines/relays/relay-terms.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const relay = 'wss://one.example';
const [ada, bob] = ['ada', 'bob'];

const at = (place: string) => `relay-terms.held to.${place}`;
const events = [
  { type: 'terms.challenge', challenge: 'who?' },
  { type: 'terms.challenge', challenge: 'and now?' },
  { type: 'terms.introduce', by: ada },
  { type: 'terms.introduce', by: undefined },
  { type: 'terms.verdict', id: 'a1', accepted: true, words: '' },
  { type: 'terms.verdict', id: 'a1', accepted: false, words: 'not you' },
  { type: 'terms.slow' },
  { type: 'terms.answered' },
  { type: 'terms.flooded' },
  { type: 'terms.closed' },
  { type: 'xstate.done.actor.introduce', output: { id: 'a1' } },
  { type: 'xstate.error.actor.introduce', error: new Error('no') },
  { type: `xstate.after.challengeWait.${at('acquaintance.awaiting challenge')}` },
  { type: `xstate.after.answerWait.${at('acquaintance.answered')}` },
  { type: `xstate.after.pause.${at('pace.paused')}` },
  { type: `xstate.after.floodPause.${at('floods.left')}` },
];

/** A relay whose terms are kept; everybody signs at once, unless they are told not to. */
const play = (
  sign: (introduction: Introduction) => Promise<{ id: string }> = async ({ challenge }) => ({ id: challenge }),
) => {
  const signed: Introduction[] = [];
  const told: RelayTermsReport[] = [];
  const introduce = fromPromise<{ id: string }, Introduction>(({ input }) => {
    signed.push(input);
    return sign(input);
  });
  const actor = createActor(relayTermsMachine.provide({ actors: { introduce } }), { input: { relay } });
  actor.on('*', (report) => void told.push(report));
  actor.start();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    actor,
    signed,
    told,
    is: () => (actor.getSnapshot().value as { 'held to'?: { acquaintance: string } })['held to']?.acquaintance,
    problem: () => {
      const { problem } = actor.getSnapshot().context;
      return problem?.code === 'relay-said' ? problem.words : (problem?.code ?? '');
    },
    asks: (challenge: string) => actor.send({ type: 'terms.challenge', challenge }),
    introduce: async (by: string | undefined) => {
      actor.send({ type: 'terms.introduce', by });
      await settle();
    },
    says: (id: string, accepted: boolean, words = '') => actor.send({ type: 'terms.verdict', id, accepted, words }),
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('relay-terms machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(relayTermsMachine, {
      input: { relay },
      events,
      identity: ({ challenge, answeredBy, answers, pauses, isGone }) => [
        challenge,
        answeredBy,
        Math.min(3, answers['ada'] ?? 0),
        Math.min(1, pauses),
        isGone,
      ],
      check: (snapshot) => {
        const who = snapshot.matches({ 'held to': {} }) ? snapshot.value['held to'].acquaintance : 'not asked';
        expect(snapshot.hasTag('busy')).toBe(['awaiting challenge', 'answering', 'answered'].includes(who));
        expect(snapshot.hasTag('paused')).toBe(snapshot.matches({ 'held to': { pace: 'paused' } }));
      },
      limit: 20_000,
    });
  });

  it('cannot introduce anybody when the slot introduce is not provided', async () => {
    const actor = createActor(relayTermsMachine, { input: { relay } }).start();
    actor.send({ type: 'terms.challenge', challenge: 'who?' });
    actor.send({ type: 'terms.introduce', by: ada });
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().context.problem?.code).toBe('relay-answer-unsigned');
  });

  it('introduces nobody before somebody wants that', async () => {
    const { asks, signed, introduce, is } = play();
    asks('who?');
    expect([signed, is()]).toEqual([[], 'asked']);
    await introduce(ada);
    expect([signed, is()]).toEqual([[{ relay, challenge: 'who?', by: ada }], 'answered']);
  });

  it('waits 1 s for a challenge that comes behind the refusal', async () => {
    const { asks, introduce, is, problem } = play();
    await introduce(ada);
    await vi.advanceTimersByTimeAsync(999);
    asks('who?');
    expect(is()).toBe('answering');
    const silent = play();
    await silent.introduce(ada);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([silent.is(), silent.problem(), problem()]).toEqual(['not asked', 'relay-gives-no-challenge', '']);
  });

  it('waits 5 s for what the relay says to the answer', async () => {
    const { asks, introduce, is, problem, says, told } = play();
    asks('who?');
    await introduce(ada);
    says('another', true);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(is()).toBe('answered');
    await vi.advanceTimersByTimeAsync(1);
    expect([is(), problem()]).toEqual(['refused', 'relay-answer-ignored']);
    expect(told).toEqual([
      { type: 'terms.shown', state: 'none' },
      { type: 'terms.shown', state: 'refused' },
    ]);
  });

  it('tells each person once for each challenge, and three times over one socket', async () => {
    const { actor, asks, introduce, is, problem, says, signed } = play();
    for (const challenge of ['1', '2', '3', '4']) {
      asks(challenge);
      await introduce(ada);
      says(challenge, true);
      await introduce(ada);
    }
    expect([signed.length, is(), problem()]).toEqual([3, 'refused', 'relay-asks-again']);
    await introduce(bob);
    expect(signed.at(-1)?.by).toBe(bob);
    actor.send({ type: 'terms.closed' });
    expect(actor.getSnapshot().status).toBe('done');
  });

  it('keeps a challenge that nobody can answer until somebody can', async () => {
    const { asks, introduce, is, told, problem } = play();
    asks('who?');
    await introduce(undefined);
    expect([is(), problem(), told.at(-1)]).toEqual([
      'unsigned',
      'relay-needs-login',
      { type: 'terms.shown', state: 'asked' },
    ]);
    await introduce(ada);
    expect([is(), problem()]).toEqual(['answered', '']);
  });

  it('takes the verdict on what was answered, also when the relay has asked anew', async () => {
    const { asks, introduce, is, says, problem } = play();
    asks('who?');
    await introduce(ada);
    asks('and now?');
    says('who?', true);
    expect([is(), problem()]).toEqual(['asked', '']);
    await introduce(ada);
    says('and now?', false, 'not on the list');
    expect([is(), problem()]).toEqual(['refused', 'not on the list']);
  });

  it('does not go on with an answer that another challenge came before', async () => {
    const { asks, introduce, is, problem } = play(() => new Promise(() => {}));
    asks('who?');
    await introduce(ada);
    asks('and now?');
    expect([is(), problem()]).toEqual(['asked', 'relay-answer-ignored']);
  });

  it('pauses for 2 s, then 4 s, up to a minute, until the relay answers again', async () => {
    const { actor, told } = play();
    const paused = () => actor.getSnapshot().hasTag('paused');
    for (const ms of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      for (const _ of [1, 2]) actor.send({ type: 'terms.slow' });
      actor.send({ type: 'terms.answered' });
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(paused()).toBe(true);
      await vi.advanceTimersByTimeAsync(1);
      expect(paused()).toBe(false);
    }
    actor.send({ type: 'terms.answered' });
    actor.send({ type: 'terms.slow' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect([paused(), told.filter(({ type }) => type === 'terms.eased').length]).toEqual([false, 8]);
  });

  it('lets a relay that floods be asked again after 30 s', async () => {
    const { actor, told } = play();
    for (const _ of [1, 2]) actor.send({ type: 'terms.flooded' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told.slice(1)).toEqual([{ type: 'terms.again' }]);
  });

  it('is over with its socket once no pause is to be remembered', async () => {
    const { actor } = play();
    const status = () => actor.getSnapshot().status;
    actor.send({ type: 'terms.slow' });
    actor.send({ type: 'terms.closed' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(status()).toBe('active');
    actor.send({ type: 'terms.answered' });
    expect(status()).toBe('done');
  });
});
