import { setTimeout as pause } from 'node:timers/promises';
import { startScriptedRelay, type ScriptedRelay } from '#devnet/scripted-relay.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { createSigner, forged, signedNotes } from './events.ts';
import type { Row } from './table.ts';
import { openUntapped } from './untapped.ts';

const FRAMES = 50_000;
const STORED = 20;
/** more than a socket may send in vain */
const OLDER = 5_000;
const MOST_DELAY_MS = 500;
const LONGEST_TASK_MS = 50;

type Note = Awaited<ReturnType<typeof signedNotes>>[number];

/** What a relay may send that leads to nothing, by what it is; `id`: a subscription that is open there. */
const kindsOf = (
  notes: readonly Note[],
  older: readonly Note[],
): Record<string, (id: string, number: number) => unknown> => {
  const note = (number: number) => notes[number % notes.length]!;
  return {
    'no message': () => [],
    notices: (_, number) => ['NOTICE', `notice ${number}`],
    challenges: (_, number) => ['AUTH', `challenge ${number}`],
    'answers to nothing': (id) => ['EOSE', id],
    'verdicts on nothing': () => ['OK', 'x', true, ''],
    'events of nobody': (_, number) => ['EVENT', 'nobody', note(number)],
    'events not asked for': (id, number) => ['EVENT', id, older[number % older.length]],
    'forged events': (id, number) => ['EVENT', id, forged(note(number), number)],
    'repeated events': (id, number) => ['EVENT', id, note(number)],
  };
};

/** A subscription that stays open at the relay. */
const liveAt = ({ requests }: ScriptedRelay): string => {
  const live = requests.findLast(([verb, , filter]) => verb === 'REQ' && (filter as { since?: number }).since);
  return String(live?.[1]);
};

/** In the page: ms since the epoch when it says that new notes wait, or, shown whenever it does, that none do any more. */
const whenPill = (isWanted: boolean) =>
  new Promise<number>((resolve) => {
    const look = () => {
      const buttons = [...document.querySelectorAll('button')];
      const pill = buttons.find(({ textContent }) => /new notes?$/.test(textContent));
      if (!isWanted) pill?.click();
      if (isWanted === (pill !== undefined)) resolve(Date.now());
      else requestAnimationFrame(look);
    };
    look();
  });

/** In the page: the first notes can be seen. */
const whenSeen = () =>
  new Promise<void>((resolve) => {
    const look = () => (window.bench.articles[5] === undefined ? setTimeout(look, 50) : resolve());
    look();
  });

/** 50,000 useless frames of each kind from one relay, and what that costs a note of another. */
export async function benchUselessFrames(): Promise<Row[]> {
  const now = Math.floor(Date.now() / 1000);
  const stored = await signedNotes(STORED, now);
  const signed = await createSigner();
  const kinds = Object.entries(kindsOf(stored, await signedNotes(OLDER, now - 86_400)));
  const honest = await startScriptedRelay({ events: stored, latencyMs: 5 });
  const hostile = await Promise.all(kinds.map(() => startScriptedRelay({ latencyMs: 5 })));
  const urls = [honest, ...hostile].map(({ url }) => url);
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: urls } });
  const page = await openUntapped();
  await page.visit(app.url);
  await page.evaluate(whenSeen);
  await pause(3_000);

  let count = 0;
  const longestTask = async () => {
    await pause(300);
    return page.evaluate(() => Math.max(0, ...window.bench.longTasks.splice(0)));
  };
  /** ms from the push of a note to the page that tells of it, and the longest task until then */
  const costOf = async (flood: () => void) => {
    count += 1;
    const note = signed(500 + count, `Honest note ${count}`, now + count);
    await longestTask();
    const waiting = page.evaluate(whenPill, true);
    flood();
    const pushedAt = Date.now();
    honest.push(note);
    const delay = (await waiting) - pushedAt;
    const longest = await longestTask();
    await page.evaluate(whenPill, false);
    return { delay, longest };
  };

  await costOf(() => {});
  const quiet = await costOf(() => {});
  const costs: [string, Awaited<ReturnType<typeof costOf>>][] = [];
  for (const [at, [kind, frame]] of kinds.entries()) {
    const relay = hostile[at]!;
    const id = liveAt(relay);
    const texts = Array.from({ length: FRAMES }, (_, number) => JSON.stringify(frame(id, number)));
    costs.push([kind, await costOf(() => texts.forEach((text) => relay.sendRaw(text)))]);
  }
  await page.dispose();
  await app.close();
  await Promise.all([honest, ...hostile].map((relay) => relay.close()));
  return costs.flatMap(([kind, { delay, longest }]) => [
    {
      name: `ms until an honest note beside ${FRAMES} ${kind}`,
      value: String(delay),
      against: `${quiet.delay} in peace`,
      budget: `+${MOST_DELAY_MS}`,
      holds: delay - quiet.delay <= MOST_DELAY_MS,
    },
    {
      name: `longest task beside ${kind}`,
      value: longest === 0 ? `< ${LONGEST_TASK_MS} ms` : `${longest.toFixed(0)} ms`,
      budget: `${LONGEST_TASK_MS} ms`,
      holds: longest <= LONGEST_TASK_MS,
    },
  ]);
}
