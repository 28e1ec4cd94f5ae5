import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { consolidationMachine } from '#machines/ecash/consolidation.machine.ts';
import { ecashReadingMachine, type ReadingFact } from '#machines/ecash/ecash-reading.machine.ts';
import { ecashSyncMachine, type SyncFact } from '#machines/ecash/ecash-sync.machine.ts';
import { leadingTabMachine } from '#machines/ecash/leading-tab.machine.ts';
import { ecashMachine, type EcashFact, type OpenOperation, type TabWish } from '#machines/ecash/ecash.machine.ts';
import { dutyMachine, type DutyFact, type DutyOwner } from '#machines/ecash/duty.machine.ts';
import type { LoginFact } from '#machines/session/login-watch.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const ANNA = 'a'.repeat(64);
const failed = new Error('no');
const login = (pubkey: string | undefined, signing: LoginFact['signing'] = 'possible'): LoginFact => ({
  type: 'login.changed',
  pubkey,
  signing,
});
const operation: OpenOperation = {
  operation: 'o1',
  kind: 'send',
  phase: 'journaled',
  mint: 'https://mint.example',
  isFresh: true,
};
const errors = ['find wallet', 'await wallet', 'open wallet', 'watch worker', 'lead', 'find operations', 'watch login'];

/** Reads nothing. */
const quietReading = ecashReadingMachine.provide({
  actors: {
    'watch relays': fromCallback<ReadingFact, { pubkey: string }>(() => {}),
    'read relays': fromPromise<void, { pubkey: string }>(() => new Promise(() => {})),
  },
});

describe('ecash', () => {
  it('reaches every state and transition', () => {
    const OPEN = 'wallet.user.open';
    expectFullCoverage(ecashMachine.provide({ actions: { 'close wallet': () => {}, 'pass on': () => {} } }), {
      tags: {
        'wallet.user.looking': ['looking'],
        'wallet.user.none': ['none'],
        'wallet.user.locked': ['locked'],
        'wallet.user.opening': ['opening'],
        [OPEN]: ['open'],
        [`${OPEN}.following`]: ['follows'],
        [`${OPEN}.read only`]: ['follows', 'read only'],
        [`${OPEN}.acting`]: ['acts'],
        'wallet.user.attention': ['attention'],
      },
      events: [
        login(ANNA),
        login(ANNA, 'locked'),
        login('b'.repeat(64)),
        login(undefined),
        { type: 'wallet.made' },
        { type: 'wallet.gone' },
        { type: 'worker.lost' },
        { type: 'lead.won' },
        { type: 'lead.elsewhere', readOnly: false },
        { type: 'lead.elsewhere', readOnly: true },
        { type: 'lead.left' },
        { type: 'mints.changed', mints: [] },
        { type: 'offers.changed', offers: [] },
        { type: 'occasion' },
        { type: 'operation.begun', operation },
        { type: 'operation.look', operation: 'o1' },
        { type: 'ecash.retry' },
        { type: 'xstate.done.actor.o1', output: {}, actorId: 'o1' },
        { type: 'xstate.error.actor.o1', error: failed, actorId: 'o1' },
        { type: 'xstate.done.actor.find wallet', output: true },
        { type: 'xstate.done.actor.find wallet', output: false },
        { type: 'xstate.done.actor.open wallet' },
        { type: 'xstate.done.actor.find operations', output: [] },
        ...errors.map((id) => ({ type: `xstate.error.actor.${id}`, error: failed })),
        { type: `xstate.after.untilAgain.ecash.${OPEN}.acting.stalled` },
      ],
      identity: ({ pubkey, signing, operations }) => [pubkey, signing, operations.length > 0].join(' '),
      limit: 4000,
    });
  });

  const start = (open: () => Promise<void> = async () => {}) => {
    const closed: string[] = [];
    const passed: TabWish[] = [];
    const begun: (readonly string[])[] = [];
    const silent = fromCallback<EcashFact, { pubkey: string }>(() => {});
    const duty = dutyMachine.provide({ actors: { 'watch duty': fromCallback<DutyFact, DutyOwner>(() => {}) } });
    const machine = ecashMachine.provide({
      actors: {
        'nutzap list': duty,
        'nutzap giving': duty,
        'nutzap taking': duty,
        'message list': duty,
        'watch login': fromCallback(() => {}),
        'find wallet': fromPromise<boolean, { pubkey: string }>(async () => true),
        'await wallet': silent,
        'open wallet': fromPromise<void, { pubkey: string }>(open),
        'watch worker': silent,
        lead: leadingTabMachine.provide({ actors: { 'watch page': fromCallback(() => {}) } }),
        'hear tabs': silent,
        'watch occasions': fromCallback<EcashFact>(() => {}),
        'watch mints': silent,
        'watch offers': silent,
        consolidation: consolidationMachine.provide({ actors: { 'watch doubts': fromCallback(() => {}) } }),
        'ecash-reading': quietReading,
        'ecash-sync': ecashSyncMachine.provide({ actors: { 'watch switch': fromCallback<SyncFact>(() => {}) } }),
        'find operations': fromPromise<readonly OpenOperation[], { pubkey: string; begun: readonly string[] }>(
          async ({ input }) => {
            begun.push(input.begun);
            return [];
          },
        ),
      },
      actions: {
        'close wallet': (_, { pubkey }) => void closed.push(pubkey),
        'pass on': (_, { wish }) => {
          if (wish.operations.length > 0) passed.push(wish);
        },
      },
    });
    const actor = createActor(machine).start();
    return { actor, closed, passed, begun };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('passes on what it begins to the tab that acts, and goes on with it when that one is gone', async () => {
    const { actor, passed, begun } = start();
    actor.send(login(ANNA));
    await turn();
    actor.send({ type: 'operation.begun', operation });
    actor.send({ type: 'lead.elsewhere', readOnly: false });
    expect(passed).toEqual([{ type: 'begun', operations: ['o1'] }]);
    actor.send({ type: 'operation.begun', operation: { ...operation, operation: 'o2' } });
    actor.send({ type: 'operation.look', operation: 'o1' });
    expect(passed.slice(1)).toEqual([
      { type: 'begun', operations: ['o2'] },
      { type: 'look', operations: ['o1'] },
    ]);
    actor.send({ type: 'lead.won' });
    await turn();
    expect(begun).toEqual([['o1', 'o2']]);
  });

  it('forgets the secrets when the key is locked, and of whoever was there before', async () => {
    const { actor, closed } = start();
    actor.send(login(ANNA));
    await turn();
    actor.send(login(ANNA, 'locked'));
    expect(closed).toEqual([ANNA]);
    actor.send(login('b'.repeat(64)));
    expect(closed).toEqual([ANNA, ANNA]);
    actor.send(login(undefined));
    expect(closed.at(-1)).toBe('b'.repeat(64));
  });

  it('says why it cannot be opened, and tries again', async () => {
    let problem: EcashError | undefined = new EcashError({ code: 'ecash-no-cipher' });
    const { actor } = start(async () => {
      if (problem) throw problem;
    });
    actor.send(login(ANNA));
    await turn();
    expect(actor.getSnapshot().hasTag('attention')).toBe(true);
    expect(actor.getSnapshot().context.problem).toEqual({ code: 'ecash-no-cipher' });
    problem = undefined;
    actor.send({ type: 'ecash.retry' });
    await turn();
    await turn();
    expect(actor.getSnapshot().hasTag('open')).toBe(true);
    expect(actor.getSnapshot().context.problem).toBeUndefined();
  });
});
