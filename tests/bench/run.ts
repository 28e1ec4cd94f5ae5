import { benchAscii } from './ascii.ts';
import { benchDeadRelays } from './dead-relays.ts';
import { benchFlood } from './flood.ts';
import { benchBackPressure, benchDuplicates, benchIdle, benchStorm } from './many-relays.ts';
import { benchGallery } from './gallery.ts';
import { benchInp } from './inp.ts';
import { benchInspect } from './inspect.ts';
import { benchLiveHour } from './live-hour.ts';
import { benchMiningApp } from './mining-app.ts';
import { benchMining } from './pow.ts';
import { benchMoney } from './money.ts';
import { benchOffline } from './offline.ts';
import { benchReceipts } from './receipts.ts';
import { benchRequests } from './requests.ts';
import { benchScroll } from './scroll.ts';
import { benchSettled } from './settled.ts';
import { benchSignatures } from './signatures.ts';
import { benchSlow } from './slow.ts';
import { benchStart } from './start.ts';
import { benchVerification } from './verify.ts';
import { printTable, type Row } from './table.ts';
import { benchUselessFrames } from './useless-frames.ts';
import { benchZap } from './zap.ts';

const parts: Record<string, () => Promise<Row[]>> = {
  start: benchStart,
  settled: benchSettled,
  slow: benchSlow,
  inp: benchInp,
  offline: benchOffline,
  flood: async () => [...(await benchFlood()), ...(await benchUselessFrames())],
  scroll: benchScroll,
  requests: benchRequests,
  inspect: benchInspect,
  ascii: benchAscii,
  gallery: benchGallery,
  dead: benchDeadRelays,
  idle: benchIdle,
  duplicates: benchDuplicates,
  storm: benchStorm,
  pressure: benchBackPressure,
  verify: benchVerification,
  signatures: () => benchSignatures(),
  receipts: benchReceipts,
  zap: benchZap,
  pow: benchMining,
  mining: benchMiningApp,
  hour: benchLiveHour,
  money: benchMoney,
};

/** Runs the named parts, or all; true when every budget holds. */
export async function runBench(names: readonly string[]): Promise<boolean> {
  const chosen = names.length ? names : Object.keys(parts);
  const rows: Row[] = [];
  for (const name of chosen) {
    console.log(`measuring ${name} …`);
    rows.push(...(await parts[name]!()));
  }
  return printTable(rows);
}
