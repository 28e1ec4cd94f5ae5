import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, type AnyEventObject } from 'xstate';
import { peopleSearchMachine, type PeopleFact } from '#machines/search/people-search.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';
import { hex } from '#tests/support/fake-events.ts';

const INES = { pubkey: hex(1), name: 'ines', displayName: '' };

const start = () => {
  const asked: string[] = [];
  const ended: string[] = [];
  let tell: (fact: PeopleFact) => void = () => {};
  const machine = peopleSearchMachine.provide({
    actors: {
      'ask relays': fromCallback<AnyEventObject, { query: string }>(({ input: { query }, sendBack }) => {
        asked.push(query);
        tell = sendBack;
        return () => void ended.push(query);
      }),
    },
  });
  const actor = createActor(machine).start();
  const type = (query: string) => actor.send({ type: 'name.type', query });
  const people = () => actor.getSnapshot().context.people;
  return { actor, asked, ended, type, people, tell: (fact: PeopleFact) => tell(fact) };
};

describe('whom a name that is being written may mean', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('every state and transition of it is reached', () => {
    expectFullCoverage(peopleSearchMachine, {
      events: [
        ...['', 'in', 'ines'].flatMap((query) => [
          { type: 'name.type', query },
          { type: 'name.leave', query },
        ]),
        { type: 'people.found', people: [INES] },
        { type: 'people.all' },
        { type: 'xstate.after.debounce.people-search.typing' },
        { type: 'xstate.error.actor.relays', error: new Error('no relay') },
      ],
      identity: ({ query, people }) => [query, people.length],
      check: ({ context, value }) => {
        expect(value === 'resting').toBe(context.query === '');
        if (value === 'typing') expect(context.people).toEqual([]);
      },
    });
  });

  it('is asked 300 ms after the last key, once, and told as it comes', () => {
    const { actor, asked, type, people, tell } = start();
    type('in');
    vi.advanceTimersByTime(299);
    type('ine');
    vi.advanceTimersByTime(299);
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(asked).toEqual(['ine']);
    tell({ type: 'people.found', people: [INES] });
    expect([people(), actor.getSnapshot().hasTag('searching')]).toEqual([[INES], true]);
    tell({ type: 'people.all' });
    expect([people(), actor.getSnapshot().hasTag('over')]).toEqual([[INES], true]);
  });

  it('is not asked by one letter or a secret key, and ends when another name or none is written', () => {
    const { actor, asked, ended, type, people, tell } = start();
    for (const query of ['i', `nsec1${'q'.repeat(58)}`]) type(query);
    vi.advanceTimersByTime(1_000);
    expect([asked, JSON.stringify(actor.getSnapshot().context)]).toEqual([[], '{"query":"","people":[]}']);
    type('ines');
    vi.advanceTimersByTime(300);
    tell({ type: 'people.found', people: [INES] });
    type('bo');
    expect([ended, people()]).toEqual([['ines'], []]);
    // who leaves another name than the one that is written now, ends nothing
    actor.send({ type: 'name.leave', query: 'ines' });
    vi.advanceTimersByTime(300);
    expect(asked).toEqual(['ines', 'bo']);
    actor.send({ type: 'name.leave', query: 'bo' });
    expect(ended).toEqual(['ines', 'bo']);
  });
});
