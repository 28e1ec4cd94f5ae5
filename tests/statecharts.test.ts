import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StateMachine, type AnyStateMachine } from 'xstate';
import type { ChartState } from '#domain/inspector/chart.ts';
import { layoutFaults, layoutOf, layoutText } from '#tests/support/chart-layout.ts';
import { chartOf, mermaidOf } from '#tests/support/chart.ts';
import { importsOfSource } from '#tests/support/imports.ts';

const modules = import.meta.glob<Record<string, unknown>>('../src/machines/**/*.machine.ts', { eager: true });
const machines = Object.entries(modules).map(([file, exported]) => {
  const found = Object.values(exported).filter((value) => value instanceof StateMachine) as AnyStateMachine[];
  return { file, machine: found[0], count: found.length };
});

/** Kept whether or not something asks for them: a feature (RELAY-48), a state of WALLET, and a choice beside its counterpart. */
const NAMED_EVENTS = ['relays.clean'];
const NAMED_TAGS = ['rate limited', 'one choice', 'two choices'];

const sources = [...importsOfSource().keys()].map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const statesOf = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(statesOf)];

/** Whether a word stands in another file than the one of the chart. */
const isElsewhere = (own: string, word: string) =>
  sources.some(({ file, text }) => !own.endsWith(file) && text.includes(`'${word}'`));
/** Whether a chart declares an event and also makes it: what it tells itself. */
const isOwn = (own: string, event: string) =>
  sources.some(({ file, text }) => own.endsWith(file) && text.split(`type: '${event}'`).length > 2);

describe('statecharts', () => {
  it('each file exports one machine, named like its file', () => {
    expect(machines.length).toBeGreaterThan(30);
    const others = machines.filter(
      ({ file, machine, count }) => count !== 1 || !file.endsWith(`/${machine?.id}.machine.ts`),
    );
    expect(others.map(({ file }) => file)).toEqual([]);
  });

  it.each(machines)('the diagrams of $file are up to date', async ({ machine }) => {
    const chart = chartOf(machine!);
    await expect(mermaidOf(chart)).toMatchFileSnapshot(`../statecharts/${chart.id}.mmd`);
    await expect(`${JSON.stringify(chart, null, 1)}\n`).toMatchFileSnapshot(`../statecharts/${chart.id}.json`);
  });

  it.each(machines)('the layout of $file is up to date, and can be read', async ({ machine }) => {
    const chart = chartOf(machine!);
    const layout = await layoutOf(chart);
    expect(layoutFaults(chart, layout)).toEqual([]);
    await expect(layoutText(layout)).toMatchFileSnapshot(`../statecharts/layout/${chart.id}.json`);
  });

  it('no diagram is left of a machine that is gone', () => {
    const ids = new Set(machines.map(({ machine }) => machine!.id));
    const orphans = ['../statecharts', '../statecharts/layout']
      .flatMap((folder) => readdirSync(new URL(folder, import.meta.url)))
      .filter((name) => /\.(mmd|json)$/.test(name))
      .filter((name) => !ids.has(name.replace(/\.(mmd|json)$/, '')));
    expect(orphans).toEqual([]);
  });

  it.each(machines)('each event and tag of $file is sent or read by somebody', ({ file, machine }) => {
    const states = statesOf(chartOf(machine!));
    const events = states.flatMap(({ transitions }) => transitions.map(({ event }) => event));
    const sent = events.filter((event) => event !== '' && event !== '*' && !event.startsWith('xstate.'));
    const tags = states.flatMap((state) => state.tags);
    expect({
      events: sent.filter((event) => !isElsewhere(file, event) && !isOwn(file, event) && !NAMED_EVENTS.includes(event)),
      tags: tags.filter((tag) => !isElsewhere(file, tag) && !NAMED_TAGS.includes(tag)),
    }).toEqual({ events: [], tags: [] });
  });
});
