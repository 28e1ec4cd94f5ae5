import { type Fault, NO_FAULT } from '#devnet/faults/fault.ts';
import { openBrowser, timeToNote } from './browser.ts';
import { startStations } from './stations.ts';
import { median, type Row } from './table.ts';

const RELAYS = 5;
const ROUNDS = 9;
const NOTES = 200;
const REFUSED: Fault = { kind: 'refuse' };
/** TCP is accepted and nothing answers */
const BLACKHOLED: Fault = { kind: 'stall' };

type Variant = { readonly name: string; readonly dead: number; readonly fault: Fault; readonly addedMs: number };

const NONE: Variant = { name: 'first note, 5 relays', dead: 0, fault: NO_FAULT, addedMs: 0 };
/** The relays that connect first are the dead ones, which is the worst place for them. */
const VARIANTS: readonly Variant[] = [
  NONE,
  { name: 'first note, 2 of 5 refuse', dead: 2, fault: REFUSED, addedMs: 300 },
  { name: 'first note, 4 of 5 refuse', dead: 4, fault: REFUSED, addedMs: 600 },
  { name: 'first note, 2 of 5 never answer', dead: 2, fault: BLACKHOLED, addedMs: 300 },
  { name: 'first note, 4 of 5 never answer', dead: 4, fault: BLACKHOLED, addedMs: 600 },
];

/** How soon the first note stands on the page when some of five relays are dead: cold starts, all variants in turn. */
export async function benchDeadRelays(): Promise<Row[]> {
  const { url, proxies, close } = await startStations(RELAYS, NOTES);
  const times = new Map<Variant, number[]>(VARIANTS.map((variant) => [variant, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const variant of VARIANTS) {
      await Promise.all(proxies.map((proxy, at) => proxy.set(at < variant.dead ? variant.fault : NO_FAULT)));
      const browser = await openBrowser();
      times.get(variant)!.push(await timeToNote(await browser.context.newPage(), url, 1));
      await browser.dispose();
    }
  }
  await close();
  const noneDead = times.get(NONE)!;
  return VARIANTS.map((variant) => {
    const { name, dead, addedMs } = variant;
    const all = times.get(variant)!;
    const value = `${Math.round(median(all))} ms`;
    if (dead === 0) return { name, value };
    // against the start without dead relays of the same round: what else the machine does changes from round to round
    const added = median(all.map((ms, round) => ms - noneDead[round]!));
    return {
      name,
      value,
      against: `none dead ${Math.round(median(noneDead))} ms`,
      ratio: `${added < 0 ? '' : '+'}${Math.round(added)} ms`,
      budget: `<= +${addedMs} ms`,
      holds: added <= addedMs,
    };
  });
}
