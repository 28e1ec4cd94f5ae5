// Adds up what the path tests of the machines reached: reports/coverage.json, which the inspector opens. What no test reaches
// fails the check.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { chartHash } from '#domain/inspector/chart-hash.ts';
import { statesOf } from '#domain/inspector/chart-words.ts';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

const sum = (parts) => {
  const total = {};
  for (const counts of parts) for (const [id, count] of Object.entries(counts)) total[id] = (total[id] ?? 0) + count;
  return total;
};

/** States and transitions of a chart that nothing reached; the chart itself is no state. */
const unreached = (chart, { states, transitions }) =>
  statesOf(chart).flatMap((state) => [
    ...(state.id === chart.id || states[state.id] > 0 ? [] : [state.id]),
    ...state.transitions.flatMap((_, at) => (transitions[`${state.id}#${at}`] > 0 ? [] : [`${state.id}#${at}`])),
  ]);

/** Writes the counts of all machines; true when all of them are reached. */
export function writeCoverage() {
  const parts = globSync('reports/coverage/*.json').map(read);
  const charts = {};
  const missing = [];
  for (const file of globSync('statecharts/*.json').sort()) {
    const chart = read(file);
    const own = parts.filter(({ machine }) => machine === chart.id);
    const counts = {
      states: sum(own.map((part) => part.states)),
      transitions: sum(own.map((part) => part.transitions)),
    };
    charts[chart.id] = { hash: chartHash(chart), ...counts };
    missing.push(...unreached(chart, counts));
  }
  writeFileSync('reports/coverage.json', JSON.stringify({ format: 'nuthatch-coverage', version: 1, charts }));
  for (const id of missing.slice(0, 20)) console.log(`       no path test reaches ${id}`);
  console.log(`${missing.length === 0 ? 'ok    ' : 'FAILED'} every state and transition is reached by a path test`);
  return missing.length === 0;
}
