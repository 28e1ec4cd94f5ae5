import { finalizeEvent } from 'nostr-tools/pure';
import type { InspectionEvent } from 'xstate';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { startSystem } from '#src/system.ts';
import { pass, turn } from './app-time.ts';
import { createFakeBrowser } from './fake-browser.ts';
import { createSocketRelays, SOUND, type SocketFault } from './socket-relays.ts';

/** Secret keys of people who write. */
export const MIRA = new Uint8Array(32).fill(7);

/** now, in seconds */
export const nowSeconds = () => Math.floor(Date.now() / 1_000);

// code that comes late is here before a test begins: loading it takes real time, of which a stopped clock knows nothing
import.meta.glob(
  ['../../src/{areas,actors,domain,machines,ports,store,workers}/**/*.ts', '!../../src/workers/**/*.worker.ts'],
  { eager: true },
);

/** A signed note of so many seconds ago. */
export const noteBy = (secret: Uint8Array, content: string, ago = 0): NostrEvent =>
  finalizeEvent({ kind: 1, tags: [], content, created_at: nowSeconds() - ago }, secret);

/** Lets time go by until it is so; answers with the ms that took, and throws after `withinMs`. */
export const until = async (what: string, isSo: () => boolean, withinMs = 30_000): Promise<number> => {
  const began = Date.now();
  // code that is loaded takes turns, but no time of this clock
  for (let waits = 0; !isSo(); waits += 1) {
    if (Date.now() - began > withinMs && waits > 20_000) throw new Error(`Not in time: ${what}`);
    await (Date.now() - began > withinMs ? turn() : pass(100, 100));
  }
  return Date.now() - began;
};

/** The whole app without its views, over relays that hold these events. */
export const startApp = (
  holdings: Readonly<Record<string, NostrEvent[]>>,
  fault: SocketFault = SOUND,
  inspect?: (event: InspectionEvent) => void,
  blocksStorage = false,
  local?: Storage,
) => {
  const { WebSocket, relays } = createSocketRelays(holdings);
  relays[0]?.set(fault);
  const readwrite = Object.keys(holdings);
  const { browser, workers } = createFakeBrowser({
    WebSocket,
    relays: { readwrite },
    blocksStorage,
    ...(local && { local }),
  });
  const opened: string[] = [];
  const router = {
    history: { push: (path: string) => void opened.push(path), replace: (path: string) => void opened.push(path) },
    subscribe: () => () => {},
  };
  const system = startSystem({ browser, router, ...(inspect && { inspect }) });
  const connections = () => system.find('relay-directory')!.getSnapshot().context.connections;
  return {
    system,
    browser,
    workers,
    relays,
    opened,
    connections,
    /** the texts of the feed, as its rows stand in the store; new ones are put on top first */
    shown(): string {
      const feed = system.find('feed')!;
      if (feed.getSnapshot().hasTag('new notes')) feed.send({ type: 'feed.showNew' });
      return JSON.stringify(system.queryClient.getQueriesData({ queryKey: ['feed'] }));
    },
  };
};
