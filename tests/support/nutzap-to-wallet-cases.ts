import { beginMelt, beginReceive } from '#actors/ecash/operations/begin.ts';
import { createNutzapToWallet } from '#actors/ecash/nutzaps/nutzap-to-wallet.ts';
import {
  createEcashWorld,
  leadOn,
  openWallet,
  recoverAll,
  strangersToken,
  worldFaults,
  type EcashWorld,
  type OpenWallet,
} from './ecash-world.ts';
import { MINT, UNIT } from './mint-model.ts';
import { openMoneyLife, type MoneyCase } from './money-points.ts';

const AT = { mint: MINT, unit: UNIT };
const NUTZAP_ID = 'e'.repeat(64);

type Sending = EcashWorld & { /** why it stayed ecash */ readonly stayed: string[] };

/** What a nutzap brought pays an invoice of the Lightning wallet, once it is taken. */
const sendNutzapOn = async (wallet: OpenWallet, world: Sending) => {
  const { ledger, deps } = wallet;
  if ((await ledger.operations()).some(({ kind }) => kind === 'receive')) return;
  const sending = createNutzapToWallet({
    ledger: () => ledger,
    isWanted: () => true,
    async redeem({ mint, sats, operation }) {
      const told = await deps.core.meltQuote({ mint, unit: UNIT, invoice: `${sats - 4}lightning` });
      const quote = { id: told.quote, invoice: told.request, amount: told.amount, reserve: told.feeReserve };
      await leadOn(wallet, world, await beginMelt(deps, { ...AT, quote, of: operation }), 'fresh');
    },
    tell: (_, why) => void (why && world.stayed.push(why.code)),
    now: deps.now,
  });
  await sending.resume('');
};

/** Taken and sent on, whatever is broken off between: unless the wallet says why it stayed. */
const isSentOn = async ({ stayed, ...world }: Sending): Promise<readonly string[]> => {
  const { ledger } = openWallet(world, openMoneyLife());
  const all = await ledger.operations('all');
  const taken = all.filter(({ redeems, phase }) => redeems && phase === 'committed');
  const melts = all.filter(({ kind }) => kind === 'melt');
  return [
    ...taken.filter(({ sendsOn }) => sendsOn).map(({ id }) => `${id} is to be sent on still`),
    ...taken
      .filter(({ onward }) => !onward && stayed.length === 0)
      .map(({ id }) => `${id} stayed, and nobody said why`),
    ...(melts.length > taken.length ? ['it was sent on twice'] : []),
  ];
};

const sentOn = (payment?: 'failed'): MoneyCase<Sending> => ({
  world: async () => ({ ...(await createEcashWorld({ feePpk: 100, ...(payment && { payment }) })), stayed: [] }),
  async scenario(life, world) {
    const wallet = openWallet(world, life);
    const proofs = strangersToken(world, [32, 4]);
    const nutzap = { id: NUTZAP_ID, sendsOn: true, redeems: [{ event: NUTZAP_ID }], proofs } as const;
    await leadOn(wallet, world, await beginReceive(wallet.deps, { ...AT, ...nutzap }), 'fresh');
    await sendNutzapOn(wallet, world);
  },
  async recovery(life, world) {
    await recoverAll(life, world);
    await sendNutzapOn(openWallet(world, life), world);
  },
  faults: async (world) => [...(await worldFaults(world)), ...(await isSentOn(world))],
});

/** Nutzaps that are taken and go on to the Lightning wallet. */
export const NUTZAP_TO_WALLET_CASES: Readonly<Record<string, MoneyCase<Sending>>> = {
  'send a nutzap on': sentOn(),
  'send a nutzap on in vain': sentOn('failed'),
};
