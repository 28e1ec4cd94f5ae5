import { readFileSync } from 'node:fs';
import { writeForgedZaps } from '#devnet/content/forged-zaps.ts';
import { writeZap, ZAP_PROVIDER } from '#devnet/content/engagement.ts';
import { createWorld } from '#devnet/content/world.ts';
import { verifyFrames } from '#domain/protocol/verify-frame.ts';
import { readReceipt, type Receipt } from '#domain/wallet/receipt.ts';
import { tallyZaps } from '#domain/wallet/zap-tally.ts';
import { instantiateChecks } from '#workers/verify-wasm.ts';
import type { Row } from './table.ts';

const NOW = 1_795_262_400;
const DISTINCT = 1_000;
const ROUNDS = 10;
const BUDGET = 2_000;

/** Receipts of one note as relays send them, one in eight of them forged, with who may attest them. */
const writeFrames = () => {
  const relayUrls = ['ws://127.0.0.1:1', 'ws://127.0.0.1:2', 'ws://127.0.0.1:3'];
  const world = createWorld({ seed: 'bench', people: 34, mediaUrl: 'http://127.0.0.1:4', relayUrls }, 'zaps');
  const author = world.member('lena');
  const note = world.post(author, { kind: 1, at: NOW - 5_000, content: 'Bread' });
  const events = Array.from({ length: DISTINCT }, (_, index) =>
    index % 8 === 0
      ? writeForgedZaps(world, note, NOW - index)[(index / 8) % 7]![1]
      : writeZap(world, note, world.members[1 + (index % 30)]!, 21, NOW - index),
  );
  return {
    note,
    genuine: events.filter((_, index) => index % 8 !== 0).length,
    provider: world.signer.keyOf(ZAP_PROVIDER).pubkey,
    frames: events.map((event) => JSON.stringify(['EVENT', 'zaps', event])),
  };
};

/** Zap receipts from the frame to the sum under the note, both signatures with the code of the verify worker, on one thread. */
export async function benchReceipts(): Promise<Row[]> {
  const wasm = readFileSync(new URL('../../src/workers/secp256k1/secp256k1.wasm', import.meta.url));
  const { checkAll } = await instantiateChecks(await WebAssembly.compile(wasm));
  const { frames, note, provider, genuine } = writeFrames();
  const begin = performance.now();
  let counted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const receipts: Receipt[] = [];
    for (const event of verifyFrames(frames, NOW, checkAll)) {
      const receipt = event && readReceipt(event);
      if (receipt) receipts.push(receipt);
    }
    const teller = { providerOf: () => provider, payees: new Set([note.pubkey]) };
    counted += tallyZaps(note.id, receipts, teller).zaps;
  }
  const perSecond = (DISTINCT * ROUNDS * 1_000) / (performance.now() - begin);
  const wrong = Math.abs(counted - genuine * ROUNDS);
  return [
    {
      name: `zap receipts checked, one in eight forged, ${wrong} counted wrong`,
      value: `${Math.round(perSecond)} a second`,
      budget: `>= ${BUDGET}`,
      holds: perSecond >= BUDGET && wrong === 0,
    },
  ];
}
