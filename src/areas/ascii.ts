import type { AsciiStudio } from '#ports/ascii-studio.ts';
import { createStudio } from '#actors/ascii/studio.ts';
import { defineAsciiWorker } from '#actors/ascii/worker.ts';
import { asciiMachine } from '#machines/ascii/ascii.machine.ts';
import { spawnAsciiWorker } from '#workers/ascii-spawn.ts';
import fontUrl from '#ui/fonts/atkinson-hyperlegible-mono-latin-wght-normal.woff2?url';
import type { AreaDeps, AreasOf } from './deps.ts';

/** The font of `.ascii pre`. */
const FONT = { family: 'Atkinson Mono', url: fontUrl, weight: 600 };

/** The area that draws pictures in letters. */
export const asciiAreas = ({
  browser,
  find,
}: Pick<AreaDeps, 'browser' | 'find'>): { areas: AreasOf<'ascii'>; studio: AsciiStudio } => {
  const studio = createStudio((event) => find('ascii')?.send(event));
  const logic = asciiMachine.provide({
    actors: { worker: defineAsciiWorker({ studio, spawn: () => spawnAsciiWorker(browser), font: FONT }) },
    actions: { 'refuse orders': () => studio.refuse() },
  });
  return { areas: { ascii: { logic } }, studio: studio.studio };
};
