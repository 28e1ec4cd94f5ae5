import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { ACTING_TAB_ANSWER_MS, ACTING_TAB_ASK_AGAIN_MS } from '#domain/ecash/ecash-limits.ts';
import { leadingTabMachine, type LeadFact } from '#machines/ecash/leading-tab.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

/** What a browser has is said by the name of the account. */
const machine = leadingTabMachine.provide({
  guards: {
    'has locks': ({ context }) => context.pubkey === 'locks',
    'can hear tabs': ({ context }) => context.pubkey === 'channel',
  },
  actions: { say: () => {} },
});

const hearing = () => {
  const told: LeadFact[] = [];
  const parent = createActor(fromCallback<LeadFact>(({ receive }) => receive((fact) => void told.push(fact)))).start();
  return { told, parent: parent as never };
};

describe('leading-tab machine', () => {
  it('reaches every state and transition', () => {
    const { parent } = hearing();
    expectFullCoverage(machine, {
      inputs: ['locks', 'channel', 'none'].map((pubkey) => ({ pubkey, parent })),
      events: [
        { type: 'page.awake' },
        { type: 'page.asleep' },
        { type: 'lead.won' },
        { type: 'lead.elsewhere', readOnly: true },
        { type: 'tab.asks' },
        { type: 'tab.acts', isFirst: true },
        { type: 'tab.acts', isFirst: false },
        { type: 'xstate.after.untilAnswered.leading-tab.here.talking.asking' },
        { type: 'xstate.after.untilAskedAgain.leading-tab.here.talking.following' },
      ],
      check: (snapshot) => expect(snapshot.tags.size).toBe(0),
    });
  });

  it('acts where nobody answers, steps back for the one that is first, and asks again later', () => {
    const { told, parent } = hearing();
    const said: string[] = [];
    const clock = new SimulatedClock();
    const silent = fromCallback(() => {});
    const tab = createActor(
      machine.provide({
        actors: { 'watch page': silent, 'hear tabs': silent as never },
        actions: { say: (_, { word }) => void said.push(word) },
      }),
      { input: { pubkey: 'channel', parent }, clock },
    ).start();
    const heard = () => told.splice(0).map((fact) => ('readOnly' in fact ? 'elsewhere' : fact.type));
    const words = () => said.splice(0);
    tab.send({ type: 'page.awake' });
    clock.increment(ACTING_TAB_ANSWER_MS);
    expect([words(), heard()]).toEqual([['who acts', 'I act'], ['lead.won']]);
    tab.send({ type: 'tab.asks' });
    tab.send({ type: 'tab.acts', isFirst: false });
    expect([words(), heard()]).toEqual([['I act', 'I act'], []]);
    tab.send({ type: 'tab.acts', isFirst: true });
    tab.send({ type: 'tab.asks' });
    expect([words(), heard()]).toEqual([[], ['elsewhere']]);
    clock.increment(ACTING_TAB_ASK_AGAIN_MS);
    tab.send({ type: 'tab.acts', isFirst: false });
    expect([words(), heard()]).toEqual([['who acts'], ['elsewhere']]);
    tab.send({ type: 'page.asleep' });
    clock.increment(ACTING_TAB_ASK_AGAIN_MS);
    expect([words(), heard()]).toEqual([[], ['lead.left']]);
  });
});
