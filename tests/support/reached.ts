import { mkdirSync, writeFileSync } from 'node:fs';

const FOLDER = 'reports/coverage';

let written = 0;

const more = (counts: Record<string, number>, id: string) => void (counts[id] = (counts[id] ?? 0) + 1);

/** Counts on how many paths of a test a machine is in each state and takes each transition; `npm test` adds them all up. */
export const createReached = (machine: string) => {
  const states: Record<string, number> = {};
  const transitions: Record<string, number> = {};
  return {
    enter: (id: string) => more(states, id),
    take: (id: string) => more(transitions, id),
    write() {
      mkdirSync(FOLDER, { recursive: true });
      const file = `${FOLDER}/${machine.replaceAll(/[^\w-]/g, '_')}.${process.pid}.${(written += 1)}.json`;
      writeFileSync(file, JSON.stringify({ machine, states, transitions }));
    },
  };
};
