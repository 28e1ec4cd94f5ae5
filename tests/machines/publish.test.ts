import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import type { PublishOutcome } from '#domain/publish/publish.ts';
import { miningMachine, type MiningSlotInput } from '#machines/pow/mining.machine.ts';
import { publishDeskMachine } from '#machines/publish/publish-desk.machine.ts';
import {
  publishMachine,
  type JobInput,
  type PublishEvent,
  type PublishInput,
  type SendInput,
} from '#machines/publish/publish.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const [one, two] = ['wss://one.example', 'wss://two.example'] as const;
const input: PublishInput = {
  jobId: 'j1',
  pubkey: 'ab'.repeat(32),
  targetBits: 0,
  signed: false,
  relays: [one, two],
  startTime: 1_000,
};

const answer = (relay: string, outcome: PublishOutcome['outcome'], reason = ''): PublishEvent => ({
  type: 'relay.answered',
  relay,
  outcome,
  reason,
});
const over: PublishEvent = { type: 'send.over' };

/** A job whose outside acts are done at once; `log` tells them in order. */
const start = (over: Partial<PublishInput> = {}, sign: () => Promise<void> = async () => {}) => {
  const log: string[] = [];
  const act = (name: string) =>
    fromPromise<void, JobInput>(async () => {
      log.push(name);
    });
  const machine = publishMachine.provide({
    actors: {
      mining: miner,
      sign: fromPromise<void, JobInput>(async () => {
        log.push('sign');
        await sign();
      }),
      'keep job': act('keep'),
      'forget job': act('forget'),
      send: fromCallback<AnyEventObject, SendInput>(({ input: { relays } }) => void log.push(`send ${relays.length}`)),
      'watch network': fromCallback<AnyEventObject>(() => void log.push('watch')),
    },
  });
  return { actor: createActor(machine, { input: { ...input, ...over } }).start(), log };
};

/** Mines for ever. */
const miner = miningMachine.provide({
  actors: {
    'mine in workers': fromCallback<AnyEventObject, MiningSlotInput>(() => {}),
    'mine on the page': fromCallback<AnyEventObject, MiningSlotInput>(() => {}),
  },
});

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the machine of one post', () => {
  it('takes every path', () => {
    expectFullCoverage(publishMachine, {
      inputs: [input, { ...input, targetBits: 8 }, { ...input, signed: true }],
      events: [
        { type: 'mining.done' },
        { type: 'mining.stopped', reason: 'no' },
        answer(one, 'accepted'),
        answer(two, 'accepted'),
        answer(one, 'offline'),
        answer(two, 'offline'),
        answer(two, 'rejected', 'blocked'),
        over,
        { type: 'network.back' },
        { type: 'publish.cancel' },
        { type: 'publish.retry' },
        { type: 'publish.mineMore', bits: 20 },
        { type: 'publish.dismiss' },
        ...['sign', 'keep', 'forget', 'discard'].flatMap((id) => [
          { type: `xstate.done.actor.${id}`, output: undefined },
          { type: `xstate.error.actor.${id}`, error: new Error(id) },
        ]),
        { type: 'xstate.error.actor.send', error: new Error('send') },
        { type: 'xstate.error.actor.network', error: new Error('network') },
        { type: 'xstate.after.sentShown.publish.sent' },
      ],
      identity: ({ answers, signed, targetBits }) => [
        Object.values(answers as Record<string, PublishOutcome>).map(({ relay, outcome }) => relay + outcome),
        signed,
        targetBits > 0,
      ],
      limit: 4_000,
    });
  });

  it('is signed, kept on the device, and only then sent', async () => {
    const { actor, log } = start();
    await settled();
    expect(log).toEqual(['sign', 'keep', 'send 2']);
    expect(actor.getSnapshot().hasTag('sending')).toBe(true);
  });

  it('that every relay took is forgotten, and gone after 5 s', async () => {
    const { actor, log } = start();
    await settled();
    for (const event of [answer(one, 'accepted'), answer(two, 'accepted'), over]) actor.send(event);
    await settled();
    expect(actor.getSnapshot().hasTag('sent')).toBe(true);
    expect(log.at(-1)).toBe('forget');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(actor.getSnapshot().status).toBe('done');
  });

  it('[RELAY-50] is sent when one relay took it; a retry asks only the others', async () => {
    const { actor, log } = start();
    await settled();
    for (const event of [answer(one, 'accepted'), answer(two, 'rejected', 'rate-limited: slow down'), over])
      actor.send(event);
    expect(actor.getSnapshot().hasTag('sent in part')).toBe(true);
    actor.send({ type: 'publish.retry' });
    expect(log.at(-1)).toBe('send 1');
    actor.send(answer(two, 'accepted'));
    actor.send(over);
    expect(actor.getSnapshot().hasTag('sent')).toBe(true);
  });

  it('[RELAY-51] that no relay took says why of each, and keeps the event', async () => {
    const { actor, log } = start();
    await settled();
    for (const event of [answer(one, 'rejected', 'pow: 20 bits needed'), answer(two, 'timeout', 'no answer'), over])
      actor.send(event);
    expect(actor.getSnapshot().context.problem).toBe(`Publish failed: ${one}: pow: 20 bits needed; ${two}: no answer`);
    expect(log).not.toContain('forget');
    actor.send({ type: 'publish.retry' });
    expect(log.at(-1)).toBe('send 2');
  });

  it('that a relay finds too little work in is mined more and signed again', async () => {
    const { actor } = start();
    await settled();
    for (const event of [answer(one, 'rejected', 'pow: 20'), answer(two, 'rejected', 'pow: 20'), over])
      actor.send(event);
    actor.send({ type: 'publish.mineMore', bits: 20 });
    const { context, children } = actor.getSnapshot();
    expect(context).toMatchObject({ targetBits: 20, signed: false });
    expect(children['mining']?.getSnapshot()).toMatchObject({ context: { targetBits: 20 } });
    actor.stop();
  });

  it('that nobody can be reached for waits for the network and goes out then', async () => {
    const { actor, log } = start();
    await settled();
    for (const event of [answer(one, 'offline'), answer(two, 'offline'), over]) actor.send(event);
    expect(actor.getSnapshot().hasTag('queued')).toBe(true);
    actor.send({ type: 'network.back' });
    expect(log.at(-1)).toBe('send 2');
  });

  it('of an earlier visit is sent without another signature', async () => {
    const { log } = start({ signed: true });
    await settled();
    expect(log).toEqual(['send 2']);
  });

  it('that cannot be signed says why and can be tried again', async () => {
    let locked = true;
    const { actor } = start({}, async () => {
      if (locked) throw new Error('Signer required');
    });
    await settled();
    expect(actor.getSnapshot().context.problem).toBe('Signer required');
    locked = false;
    actor.send({ type: 'publish.retry' });
    await settled();
    expect(actor.getSnapshot().hasTag('sending')).toBe(true);
  });

  it.each(['mining', 'signing', 'sending', 'queued'] as const)('can be cancelled while %s', async (tag) => {
    const { actor } = start({ targetBits: tag === 'mining' ? 30 : 0 }, () =>
      tag === 'signing' ? new Promise(() => {}) : Promise.resolve(),
    );
    await settled();
    if (tag === 'queued') for (const event of [answer(one, 'offline'), answer(two, 'offline'), over]) actor.send(event);
    expect(actor.getSnapshot().hasTag(tag)).toBe(true);
    actor.send({ type: 'publish.cancel' });
    await settled();
    expect(actor.getSnapshot().status).toBe('done');
  });

  it('stops the miner at once when it is cancelled, while its copy is still being removed', () => {
    const { actor } = start({ targetBits: 30 });
    const mining = actor.getSnapshot().children['mining']!;
    actor.send({ type: 'publish.cancel' });
    expect(actor.getSnapshot().status).toBe('active');
    expect(mining.getSnapshot()).toMatchObject({ value: 'aborted' });
  });
});

describe('the desk', () => {
  const silent = fromCallback(() => {});

  it('takes every path', () => {
    expectFullCoverage(publishDeskMachine, {
      events: [
        { type: 'desk.post', ...input },
        { type: 'xstate.done.actor.load', output: [] },
        { type: 'xstate.error.actor.load', error: new Error('no') },
        { type: 'xstate.done.actor.j1', actorId: 'j1', output: { jobId: 'j1' } },
        { type: 'xstate.error.actor.j1', actorId: 'j1', error: new Error('no') },
      ],
      identity: ({ jobs }) => jobs,
    });
  });

  it('begins again what an earlier visit left, and forgets what is over', async () => {
    const desk = createActor(
      publishDeskMachine.provide({
        actors: {
          'load jobs': fromPromise<readonly PublishInput[]>(async () => [{ ...input, signed: true }]),
          publish: publishMachine.provide({
            actors: { send: silent, 'forget job': fromPromise<void, JobInput>(async () => {}) } as never,
          }),
        },
      }),
    ).start();
    await settled();
    expect(desk.getSnapshot().context.jobs).toEqual(['j1']);
    const post = desk.getSnapshot().children['j1'] as { send(event: PublishEvent): void };
    post.send({ type: 'publish.cancel' });
    await settled();
    expect(desk.getSnapshot().context.jobs).toEqual([]);
  });
});
