import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, type ActorRefFrom, type AnyEventObject } from 'xstate';
import { problemText } from '#ui/texts/problem-text.ts';
import { Failure } from '#domain/problem.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import {
  deliveryMachine,
  type CureFact,
  type DeliveryCommand,
  type DeliveryEvent,
  type DeliveryFact,
} from '#machines/publish/delivery.machine.ts';
import { miningMachine, type MiningSlotInput } from '#machines/pow/mining.machine.ts';
import { publishDeskMachine, type JournalFact } from '#machines/publish/publish-desk.machine.ts';
import {
  publishMachine,
  type ClaimFact,
  type ClaimInput,
  type JobInput,
  type PublishEvent,
  type PublishJobInput,
  type SendInput,
  type StopInput,
  type WatchInput,
} from '#machines/publish/publish.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const [one, two] = ['wss://one.example', 'wss://two.example'] as const;
const input: PublishJobInput = {
  jobId: 'j1',
  pubkey: 'ab'.repeat(32),
  targetBits: 0,
  signed: false,
  isLeft: false,
  relays: [one, two],
};

const answer = (relay: string, outcome: PublishOutcome['outcome'], reason = ''): PublishEvent => ({
  type: 'relay.answered',
  relay,
  outcome,
  reason: reason === '' ? undefined : { code: 'relay-said', words: reason },
});
const over: PublishEvent = { type: 'send.over' };
const begun = (...relays: string[]): PublishEvent => ({ type: 'send.begun', relays });

type Claim = { (tell: (fact: ClaimFact) => void): void };

/** A job whose outside acts are done at once; `log` tells them in order. */
const start = (
  over: Partial<PublishJobInput> = {},
  sign: () => Promise<void> = async () => {},
  claim: Claim = (tell) => tell({ type: 'job.ours', signed: over.signed ?? false }),
  forget: () => Promise<void> = async () => {},
) => {
  const log: string[] = [];
  let tellSigner = () => {};
  const act = (name: string) =>
    fromPromise<void, JobInput>(async () => {
      log.push(name);
    });
  const machine = publishMachine.provide({
    actors: {
      'claim job': fromCallback<AnyEventObject, ClaimInput>(({ sendBack }) => claim(sendBack)),
      'await signer': fromCallback<AnyEventObject, JobInput>(
        ({ sendBack }) => void (tellSigner = () => sendBack({ type: 'signer.back' })),
      ),
      mining: miner,
      sign: fromPromise<void, JobInput>(async () => {
        log.push('sign');
        await sign();
      }),
      'keep job': act('keep'),
      'forget job': fromPromise<void, JobInput>(async () => {
        log.push('forget');
        await forget();
      }),
      'stop job': fromPromise<void, StopInput>(async ({ input: { isTaken } }) => {
        log.push(isTaken ? 'forget what was taken' : 'give back');
      }),
      send: fromCallback<AnyEventObject, SendInput>(({ input: { relays } }) => void log.push(`send ${relays.length}`)),
      'watch network': fromCallback<AnyEventObject, WatchInput>(({ input: { relays } }) => {
        if (relays) log.push(`watch ${relays.join(' ')}`);
      }),
    },
  });
  const actor = createActor(machine, { input: { ...input, ...over } }).start();
  return { actor, log, tellSigner: () => tellSigner() };
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
      tags: {
        claiming: ['signing'],
        journaling: ['signing'],
        elsewhere: ['elsewhere'],
        unsigned: ['unsigned'],
        signing: ['signing'],
        mining: ['mining'],
        keeping: ['sending'],
        'sending.trying': ['sending'],
        'sending.waiting': ['queued'],
        queued: ['queued'],
        sent: ['sent'],
        'sent in part': ['sent in part'],
        failed: ['failed'],
      },
      inputs: [input, { ...input, targetBits: 8 }, { ...input, isLeft: true }],
      events: [
        { type: 'job.ours', signed: false },
        { type: 'job.ours', signed: true },
        { type: 'job.gone' },
        { type: 'journal.forgot' },
        { type: 'signer.back' },
        { type: 'mining.done' },
        { type: 'mining.stopped', problem: { code: 'mining-failed' } },
        begun(one, two),
        begun(),
        answer(one, 'accepted'),
        answer(two, 'accepted'),
        answer(one, 'offline'),
        answer(two, 'offline'),
        answer(two, 'rejected', 'blocked'),
        over,
        { type: 'network.back' },
        { type: 'network.gone' },
        { type: 'publish.cancel' },
        { type: 'publish.retry' },
        { type: 'publish.mineMore', bits: 20 },
        { type: 'publish.dismiss' },
        ...['journal', 'sign', 'keep', 'forget', 'discard'].flatMap((id) => [
          { type: `xstate.done.actor.${id}`, output: undefined },
          { type: `xstate.error.actor.${id}`, error: new Error(id) },
        ]),
        { type: 'xstate.error.actor.claim', error: new Error('claim') },
        { type: 'xstate.error.actor.signer', error: new Error('signer') },
        { type: 'xstate.error.actor.send', error: new Error('send') },
        { type: 'xstate.error.actor.network', error: new Error('network') },
        { type: 'xstate.after.sentShown.publish.sent' },
      ],
      identity: ({ answers, relays, signed, targetBits, isAgain }) => [
        relays.length === 0,
        Object.values(answers as Record<string, PublishOutcome>).map(({ relay, outcome }) => relay + outcome),
        signed,
        targetBits > 0,
        isAgain,
      ],
      limit: 8_000,
    });
  });

  it('is written down, signed, kept with its signature, and only then sent', async () => {
    const { actor, log } = start();
    await settled();
    expect(log).toEqual(['keep', 'sign', 'keep', 'send 2']);
    expect(actor.getSnapshot().hasTag('sending')).toBe(true);
  });

  it('goes on when its mining session tells how it ended', async () => {
    const { actor } = start({ targetBits: 20 });
    await settled();
    expect(actor.getSnapshot().hasTag('mining')).toBe(true);
    const mining = actor.getSnapshot().children['mining'] as ActorRefFrom<typeof miningMachine>;
    mining.send({ type: 'mining.found', nonce: '0042', bits: 21, hashes: 1, at: 1_000 });
    await settled();
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
    expect(problemText(actor.getSnapshot().context.problem)).toBe(
      `Publish failed: ${one}: pow: 20 bits needed; ${two}: no answer`,
    );
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

  it('that relays out of reach did not get goes to them once more, when the network or one of them is back', async () => {
    const { actor, log } = start();
    await settled();
    const cutOff = [answer(one, 'accepted'), answer(two, 'offline'), over];
    for (const event of cutOff) actor.send(event);
    await settled();
    expect([log.slice(-2).toSorted(), actor.getSnapshot().hasTag('sent in part')]).toEqual([
      ['forget', `watch ${two}`],
      true,
    ]);
    actor.send({ type: 'network.back' });
    expect(log.at(-1)).toBe('send 1');
    for (const event of [answer(two, 'offline'), over]) actor.send(event);
    await settled();
    actor.send({ type: 'network.back' });
    expect([log.at(-1), actor.getSnapshot().hasTag('sent in part')]).toEqual(['forget', true]);
    // also where the journal forgets nothing
    const kept = start({}, undefined, undefined, () => Promise.reject(new Error('no')));
    await settled();
    for (const event of cutOff) kept.actor.send(event);
    await settled();
    kept.actor.send({ type: 'network.back' });
    expect(kept.log.at(-1)).toBe('send 1');
    // what was stopped does not
    const stopped = start();
    await settled();
    for (const event of [answer(one, 'accepted'), answer(two, 'offline'), { type: 'publish.cancel' } as const])
      stopped.actor.send(event);
    await settled();
    stopped.actor.send({ type: 'network.back' });
    expect(stopped.log.at(-1)).toBe('forget');
  });

  it('[RELAY-71] counts only relays that may be written to still, and asks the others once they may be again', async () => {
    const { actor, log } = start();
    await settled();
    for (const event of [begun(one), answer(one, 'offline'), over]) actor.send(event);
    expect(actor.getSnapshot().hasTag('queued')).toBe(true);
    actor.send({ type: 'publish.retry' });
    expect(log.at(-1)).toBe('send 2');
    for (const event of [begun(one, two), answer(one, 'accepted'), answer(two, 'offline'), over]) actor.send(event);
    expect(actor.getSnapshot().hasTag('sent in part')).toBe(true);
    actor.send({ type: 'publish.retry' });
    for (const event of [begun(), over]) actor.send(event);
    expect(actor.getSnapshot().hasTag('sent')).toBe(true);
  });

  it('[RELAY-71] that may be written to no relay any more says so, and can be sent once it may', async () => {
    const { actor, log } = start();
    await settled();
    for (const event of [begun(), over]) actor.send(event);
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
    expect(actor.getSnapshot().context.problem).toEqual({ code: 'no-write-relays' });
    actor.send({ type: 'publish.retry' });
    expect(log.at(-1)).toBe('send 2');
  });

  it('that nobody can be reached for waits for the network and goes out then', async () => {
    const { actor, log } = start();
    await settled();
    for (const event of [answer(one, 'offline'), answer(two, 'offline'), over]) actor.send(event);
    expect(actor.getSnapshot().hasTag('queued')).toBe(true);
    actor.send({ type: 'network.back' });
    expect(log.at(-1)).toBe('send 2');
  });

  it('says while it is sent that the network is gone, and begins anew when that is asked for', async () => {
    const { actor, log } = start();
    await settled();
    actor.send({ type: 'network.gone' });
    expect(actor.getSnapshot().hasTag('queued')).toBe(true);
    actor.send({ type: 'network.back' });
    expect(actor.getSnapshot().hasTag('sending')).toBe(true);
    expect(log.filter((act) => act.startsWith('send'))).toHaveLength(1);
    actor.send({ type: 'network.gone' });
    actor.send({ type: 'publish.retry' });
    expect(log.filter((act) => act.startsWith('send'))).toHaveLength(2);
    // also when a relay has it already: the others wait
    actor.send(answer(one, 'accepted'));
    actor.send({ type: 'network.gone' });
    expect(actor.getSnapshot().hasTag('queued')).toBe(true);
    actor.send({ type: 'publish.cancel' });
    expect(actor.getSnapshot().hasTag('sent in part')).toBe(true);
  });

  it('of an earlier visit is sent without another signature', async () => {
    const { log } = start({ signed: true, isLeft: true });
    await settled();
    expect(log).toEqual(['send 2']);
  });

  it('of an earlier visit that was not signed yet waits until its author can sign', async () => {
    const { actor, log, tellSigner } = start({ isLeft: true });
    await settled();
    expect(actor.getSnapshot().hasTag('unsigned')).toBe(true);
    tellSigner();
    await settled();
    expect(log).toEqual(['sign', 'keep', 'send 2']);
  });

  it('is left to the tab that works on it, until that one is gone or done', async () => {
    let tell: (fact: ClaimFact) => void = () => {};
    const wait: Claim = (told) => void (tell = told);
    const { actor, log } = start({ isLeft: true }, undefined, wait);
    await settled();
    expect([actor.getSnapshot().hasTag('elsewhere'), log]).toEqual([true, []]);
    tell({ type: 'job.ours', signed: true });
    await settled();
    expect(log).toEqual(['send 2']);
    const done = start({ isLeft: true }, undefined, wait);
    done.actor.send({ type: 'journal.forgot' });
    expect(done.actor.getSnapshot().status).toBe('done');
  });

  it('that cannot be signed says why and can be tried again', async () => {
    let locked = true;
    const { actor } = start({}, async () => {
      if (locked) throw new Failure({ code: 'signer-required' });
    });
    await settled();
    expect(actor.getSnapshot().context.problem).toEqual({ code: 'signer-required' });
    locked = false;
    actor.send({ type: 'publish.retry' });
    await settled();
    expect(actor.getSnapshot().hasTag('sending')).toBe(true);
  });

  it.each(['mining', 'signing', 'sending', 'queued', 'unsigned'] as const)('can be cancelled while %s', async (tag) => {
    const begun = { targetBits: tag === 'mining' ? 30 : 0, isLeft: tag === 'unsigned' };
    const { actor } = start(begun, () => (tag === 'signing' ? new Promise(() => {}) : Promise.resolve()));
    await settled();
    if (tag === 'queued') for (const event of [answer(one, 'offline'), answer(two, 'offline'), over]) actor.send(event);
    expect(actor.getSnapshot().hasTag(tag)).toBe(true);
    actor.send({ type: 'publish.cancel' });
    await settled();
    expect(actor.getSnapshot().status).toBe('done');
  });

  it('is not sent when it is cancelled while its signed event is kept, and is removed from the journal', async () => {
    const { actor, log } = start();
    const subscription = actor.subscribe((snapshot) => {
      if (!snapshot.matches('keeping')) return;
      subscription.unsubscribe();
      actor.send({ type: 'publish.cancel' });
    });
    await settled();
    expect([log, actor.getSnapshot().status]).toEqual([['keep', 'sign', 'keep', 'give back'], 'done']);
  });

  it('is given back when it is stopped and no relay took it', async () => {
    const refused = start();
    await settled();
    for (const relay of [one, two]) refused.actor.send(answer(relay, 'rejected', 'blocked'));
    refused.actor.send(over);
    refused.actor.send({ type: 'publish.cancel' });
    expect(refused.log.at(-1)).toBe('give back');
    const early = start();
    await settled();
    early.actor.send({ type: 'publish.cancel' });
    expect(early.log.at(-1)).toBe('give back');
  });

  it('stays sent where a relay took it, also when it is stopped', async () => {
    const { actor, log } = start();
    await settled();
    actor.send(answer(one, 'accepted'));
    actor.send({ type: 'publish.cancel' });
    expect([log.at(-1), actor.getSnapshot().hasTag('sent in part')]).toEqual(['forget', true]);
  });

  it('stops the miner at once when it is cancelled, while its copy is still being removed', async () => {
    const { actor } = start({ targetBits: 30 });
    await settled();
    const mining = actor.getSnapshot().children['mining']!;
    actor.send({ type: 'publish.cancel' });
    expect(actor.getSnapshot().status).toBe('active');
    expect(mining.getSnapshot()).toMatchObject({ value: 'aborted' });
  });
});

describe('the delivery of one event to one relay', () => {
  it('takes every path', () => {
    expectFullCoverage(deliveryMachine, {
      inputs: [{ isPossible: true }, { isPossible: false }],
      events: [
        { type: 'event.sent' },
        { type: 'event.unfit', reason: { code: 'event-too-long', bytes: 2, most: 1 } },
        { type: 'relay.opened' },
        { type: 'relay.closed' },
        { type: 'relay.took', reason: undefined },
        { type: 'relay.refused', reason: { code: 'relay-said', words: 'rate-limited: slow down' } },
        { type: 'cure.done' },
        { type: 'cure.none' },
        { type: 'cure.failed', reason: { code: 'no-connection' } },
        { type: 'delivery.expire', isOnline: true },
        { type: 'delivery.expire', isOnline: false },
        { type: 'xstate.error.actor.talk', error: new Error('no') },
        { type: 'xstate.error.actor.cure', error: new Error('no') },
      ],
      identity: ({ tries }) => tries > 0,
      check: ({ status, value, context: { reason } }) => {
        if (status === 'done' && value !== 'accepted') expect(reason).not.toBe('');
      },
      limit: 500,
    });
  });

  const start = () => {
    const log: string[] = [];
    let tell: (fact: DeliveryFact) => void = () => {};
    let cured: (fact: CureFact) => void = () => {};
    const machine = deliveryMachine.provide({
      actors: {
        talk: fromCallback<DeliveryCommand>(({ sendBack, receive }) => {
          tell = sendBack;
          receive(({ type }) => void log.push(type));
        }),
        cure: fromCallback(({ input, sendBack }) => {
          cured = sendBack;
          log.push(`cure ${(input as { tries: number }).tries}`);
        }),
      },
    });
    const actor = createActor(machine, { input: { isPossible: true } }).start();
    const play = (...events: DeliveryEvent[]) => {
      for (const event of events) {
        if (event.type.startsWith('cure.')) cured(event as CureFact);
        else if (event.type === 'delivery.expire') actor.send(event);
        else tell(event as DeliveryFact);
      }
      const { value, context } = actor.getSnapshot();
      return [value, context.reason];
    };
    return { log, play };
  };
  const refused: DeliveryEvent = {
    type: 'relay.refused',
    reason: { code: 'relay-said', words: 'rate-limited: slow down' },
  };

  it('[RELAY-50] sends it again over the next socket, for it may have arrived', () => {
    const { log, play } = start();
    expect(play({ type: 'event.sent' }, { type: 'relay.closed' })).toEqual(['sent', undefined]);
    expect(play({ type: 'relay.opened' }, { type: 'relay.took', reason: undefined })).toEqual(['accepted', undefined]);
    expect(log).toEqual(['event.send', 'event.send']);
  });

  it('does what the relay wants first, and counts how often over one socket', () => {
    const { log, play } = start();
    play({ type: 'event.sent' }, refused, { type: 'cure.done' }, refused, { type: 'relay.opened' }, refused);
    expect(log).toEqual(['event.send', 'cure 0', 'event.send', 'cure 1', 'event.send', 'cure 0']);
    expect(play({ type: 'delivery.expire', isOnline: true })).toEqual([
      'rejected',
      { code: 'relay-said', words: 'rate-limited: slow down' },
    ]);
  });

  it('[RELAY-51] says why it ended: nobody answered, nobody was there', () => {
    expect(start().play({ type: 'event.sent' }, { type: 'delivery.expire', isOnline: true })).toEqual([
      'timeout',
      { code: 'no-answer-within', seconds: 10 },
    ]);
    expect(start().play({ type: 'event.sent' }, { type: 'delivery.expire', isOnline: false })[0]).toBe('offline');
    expect(start().play({ type: 'relay.closed' })).toEqual(['offline', { code: 'no-connection' }]);
  });
});

describe('the desk', () => {
  const silent = fromCallback(() => {});

  it('takes every path', () => {
    expectFullCoverage(publishDeskMachine, {
      tags: { loading: ['busy'] },
      events: [
        { type: 'desk.post', ...input },
        { type: 'journal.has', jobs: [] },
        { type: 'journal.has', jobs: [{ ...input, isLeft: true }] },
        { type: 'journal.unreadable' },
        { type: 'xstate.error.actor.journal', error: new Error('no') },
        { type: 'xstate.done.actor.j1', actorId: 'j1', output: { jobId: 'j1' } },
        { type: 'xstate.error.actor.j1', actorId: 'j1', error: new Error('no') },
      ],
      identity: ({ jobs }) => jobs,
    });
  });

  const startDesk = (ours: boolean) => {
    let tell: (fact: JournalFact) => void = () => {};
    const actors = {
      send: silent,
      'claim job': fromCallback(({ sendBack }) => {
        if (ours) sendBack({ type: 'job.ours', signed: true });
      }),
      sign: fromPromise<void, JobInput>(() => new Promise(() => {})),
      'stop job': fromPromise<void, StopInput>(async () => {}),
      'keep job': fromPromise(async () => {}),
      mining: miner,
    };
    const desk = createActor(
      publishDeskMachine.provide({
        actors: {
          'follow journal': fromCallback(({ sendBack }) => void (tell = sendBack)),
          publish: publishMachine.provide({ actors: actors as never }),
        },
      }),
    ).start();
    return { desk, tell: (jobs: readonly PublishJobInput[]) => tell({ type: 'journal.has', jobs }) };
  };
  const left = { ...input, signed: true, isLeft: true };

  it('begins again what an earlier visit left, and forgets what is over', async () => {
    const { desk, tell } = startDesk(true);
    tell([left]);
    await settled();
    expect(desk.getSnapshot().context.jobs).toEqual(['j1']);
    const post = desk.getSnapshot().children['j1'] as { send(event: PublishEvent): void };
    post.send({ type: 'publish.cancel' });
    await settled();
    expect(desk.getSnapshot().context.jobs).toEqual([]);
  });

  it('[POW-18] tells that mining was aborted when a post is stopped while it is mined, and else nothing', async () => {
    const { desk } = startDesk(true);
    const told: unknown[] = [];
    desk.on('notice', ({ problem }) => void told.push(problem));
    const stop = async (targetBits: number) => {
      desk.send({ type: 'desk.post', ...input, targetBits });
      await settled();
      const post = desk.getSnapshot().children['j1'] as ActorRefFrom<typeof publishMachine>;
      expect(post.getSnapshot().hasTag('mining')).toBe(targetBits > 0);
      post.send({ type: 'publish.cancel' });
      await settled();
      expect(desk.getSnapshot().context.jobs).toEqual([]);
    };
    await stop(0);
    expect(told).toEqual([]);
    await stop(8);
    expect(told).toEqual([{ code: 'mining-aborted' }]);
  });

  it('shows what another tab works on until that is done there', () => {
    const { desk, tell } = startDesk(false);
    tell([left]);
    tell([left]);
    expect(desk.getSnapshot().context.jobs).toEqual(['j1']);
    tell([]);
    expect(desk.getSnapshot().context.jobs).toEqual([]);
  });
});
