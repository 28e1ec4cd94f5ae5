import { takeHistory } from '#actors/ecash/sync/taking-history.ts';
import { takeIn } from '#actors/ecash/sync/taking-in.ts';
import { takeQuotes } from '#actors/ecash/sync/taking-quotes.ts';
import type { WalletOnRelays } from '#actors/ecash/sync/told-by-relays.ts';
import type { SealedProof } from '#domain/ecash/proof.ts';
import {
  createEcashWorld,
  leadAll,
  openWallet,
  recoverAll,
  worldFaults,
  type EcashWorld,
  type OpenWallet,
} from './ecash-world.ts';
import { fakeEvent } from './fake-events.ts';
import { MINT, proofOf, UNIT, type MintModel } from './mint-model.ts';
import { openMoneyLife, type MoneyCase, type MoneyLife } from './money-points.ts';

const KEYSET = '0000000000000000';
const TOKEN_AT = 1_700_000_000;

/** What relays tell: nothing by itself. */
const picture = (said: Partial<WalletOnRelays>): WalletOnRelays => ({
  tokens: [],
  history: [],
  quotes: [],
  replaced: new Set(),
  wallet: undefined,
  oldWallets: [],
  news: new Set(said.tokens?.map(({ id }) => id)),
  isStirred: true,
  relaysOf: () => ['wss://one.example'],
  ...said,
});

const tokenOf = (id: string, proofs: readonly SealedProof[]): WalletOnRelays['tokens'][number] => {
  return { id, proofs, del: [], mint: MINT, unit: UNIT, others: 0, event: fakeEvent({ id, kind: 7375 }) };
};

const madeElsewhere = (model: MintModel, amounts: readonly number[]) => {
  const outputs = amounts.map((amount, at) => ({ b: `bA/${KEYSET}/${500 + at}`, amount, keyset: KEYSET }));
  model.sign(outputs);
  return outputs.map(({ b }) => proofOf(model, b));
};

/** Reads what relays tell, as a visit does; what could not be asked is asked again while the visit lasts. */
const visit = async ({ deps }: OpenWallet, told: WalletOnRelays) => {
  await takeHistory(deps, told);
  let again: readonly string[] = [MINT];
  const spent = new Set<string>();
  for (let tried = 0; tried < 3 && again.length > 0; tried += 1)
    ({ again } = await takeIn(deps, told, { again, spent }));
  const looks = new Map(told.quotes.map(({ quote: { mint, quote } }) => [mint + quote, { paidAt: -1e9 } as const]));
  for (let tried = 0, isMore = true; tried < 3 && isMore; tried += 1) isMore = await takeQuotes(deps, told, looks);
};

type ToldWorld = EcashWorld & { readonly told: WalletOnRelays };

const caseOf = (
  world: () => Promise<ToldWorld>,
  faults: (world: ToldWorld) => Promise<readonly string[]>,
  meanwhile: (world: ToldWorld) => void = () => {},
): MoneyCase<ToldWorld> => ({
  world,
  async scenario(life: MoneyLife, here) {
    const wallet = openWallet(here, life);
    await visit(wallet, here.told);
    meanwhile(here);
    await leadAll(wallet, here);
  },
  async recovery(life, here) {
    await recoverAll(life, here);
    const wallet = openWallet(here, life);
    await visit(wallet, here.told);
    await leadAll(wallet, here);
  },
  faults: async (here) => [...(await worldFaults(here)), ...(await faults(here))],
});

const sumIn = async (world: EcashWorld) => {
  const { ledger } = openWallet(world, openMoneyLife());
  const rows = await ledger.proofs();
  const sum = (state: string) => rows.reduce((all, row) => all + (row.state === state ? row.amount : 0), 0);
  return { ledger, free: sum('available'), out: sum('out') };
};

/** An invoice of the phone, paid; what opens it is known here. */
const paidQuote = async (): Promise<ToldWorld> => {
  const world = await createEcashWorld({ has: [4] });
  const quote = world.model.mintQuote(16);
  world.model.pay(quote);
  const event = fakeEvent({ id: 'f'.repeat(64), kind: 7374, created_at: TOKEN_AT });
  return { ...world, told: picture({ quotes: [{ event, quote: { mint: MINT, quote } }] }) };
};

const endsOf = async (world: ToldWorld, free: number, outcomes: readonly string[]) => {
  const { ledger, ...there } = await sumIn(world);
  const deposits = (await ledger.history()).filter(({ kind }) => kind === 'deposit').map(({ outcome }) => outcome);
  return [
    ...(there.free === free ? [] : [`${there.free} are free`]),
    ...(outcomes.includes(deposits.join()) ? [] : [`the deposit ended ${deposits.join()}`]),
  ];
};

/** What other devices told of, taken in here. */
export const DEVICE_CASES: Readonly<Record<string, MoneyCase<ToldWorld>>> = {
  'take in what another device has': caseOf(
    async () => {
      const world = await createEcashWorld({ has: [8] });
      const proofs = madeElsewhere(world.model, [4, 2, 1]);
      return { ...world, told: picture({ tokens: [tokenOf('e1', proofs), tokenOf('e2', proofs.slice(1))] }) };
    },
    async (world) => {
      const { free } = await sumIn(world);
      return free === 15 ? [] : [`${free} are free`];
    },
  ),
  'hold out what another device gave away': caseOf(
    async () => {
      const world = await createEcashWorld({ has: [8, 4] });
      const event = fakeEvent({ id: 'e'.repeat(64), kind: 7376, created_at: TOKEN_AT });
      const nothing = { created: [], destroyed: [], reserved: [], redeemed: [], rest: [] };
      const said = { direction: 'out', amount: 8, unit: UNIT, given: [`yA/${KEYSET}/0`], ...nothing } as const;
      return { ...world, told: picture({ history: [{ event, said }] }) };
    },
    async (world) => {
      const { ledger, free, out } = await sumIn(world);
      const rows = (await ledger.history()).filter(({ elsewhere }) => elsewhere);
      return free === 4 && out === 8 && rows.length === 1 ? [] : [`${free} free, ${out} out, ${rows.length} rows`];
    },
  ),
  'take over an invoice of another device': caseOf(paidQuote, (world) => endsOf(world, 20, ['done'])),
  'take over an invoice that the other device takes meanwhile': caseOf(
    paidQuote,
    // who is quicker is a matter of luck where something is late
    async (world) => {
      const isTheirs = world.model.signed.has(`bD/${KEYSET}/0`);
      return await endsOf(world, isTheirs ? 4 : 20, isTheirs ? ['spent elsewhere', ''] : ['done']);
    },
    ({ model, told }) => {
      const keep = {
        role: 'keep',
        keyset: model.keysets().at(-1)!.id,
        sealed: { ivB64: '', ciphertextB64: '' },
      } as const;
      try {
        model.mint(told.quotes[0]!.quote.quote, [{ ...keep, amounts: [16], b: [`bD/${KEYSET}/0`] }]);
      } catch {
        // this device was first
      }
    },
  ),
};
