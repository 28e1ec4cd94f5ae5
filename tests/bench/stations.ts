import { type FaultProxy, startFaultProxy } from '#devnet/fault-proxy.ts';
import { startRelay } from '#devnet/relays/relay.ts';
import { RELAY_PLANS } from '#devnet/relays/plans.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { signedNotes } from './events.ts';

async function startStation(events: Awaited<ReturnType<typeof signedNotes>>) {
  const relay = await startRelay(RELAY_PLANS[0], 0);
  relay.load(events);
  const proxy = await startFaultProxy(relay.url);
  return {
    proxy,
    async close() {
      await proxy.close();
      await relay.close();
    },
  };
}

/** The app over so many real relays that hold the same notes, each behind a fault proxy. */
export async function startStations(count: number, notes: number) {
  const events = await signedNotes(notes, Math.floor(Date.now() / 1_000));
  const stations = await Promise.all(Array.from({ length: count }, () => startStation(events)));
  const proxies: readonly FaultProxy[] = stations.map(({ proxy }) => proxy);
  const app = await serveApp({ port: 0, dist: 'dist', relays: { readwrite: proxies.map(({ url }) => url) } });
  return {
    url: app.url,
    proxies,
    async close() {
      await app.close();
      for (const station of stations) await station.close();
    },
  };
}
