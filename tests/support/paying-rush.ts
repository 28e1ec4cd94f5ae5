import { wait } from '#devnet/nwc/wallet-faults.ts';
import { isClosed, type Payable, type PaymentRecord } from '#domain/wallet/payment.ts';
import type { Payments } from '#store/wallet/payments.ts';
import {
  createLightningWorld,
  openPayingTab,
  PHONE,
  WALLET_FAULTS,
  writtenDown,
  type LightningWorld,
  type PayingTab,
  type WalletFault,
} from './lightning-world.ts';

/** ms that all has once the network is there again */
export const KNOWN_WITHIN_MS = 60_000;
const LOOK_MS = 500;

/** The same numbers for the same seed, from 0 to 1. */
const randomOf = (seed: number) => {
  let state = seed + 0x6d_2b_79_f5;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The phone pays what the app shows it, unless it did so before. */
const takePhone = async ({ ledger, tellProof }: LightningWorld, tabs: readonly PayingTab[], invoice: Payable) => {
  const { paymentHash, text } = invoice;
  if (ledger.find(paymentHash)?.settled?.payer === PHONE) return;
  try {
    await tabs[0]!.paying.offer({ ...invoice, trace: {} });
  } catch {
    // it is not shown then
    return;
  }
  try {
    tellProof(paymentHash, 'receipt', ledger.pay(PHONE, text).preimage);
  } catch {
    // the books have it that it was tried
  }
};

/** Somebody who wants an invoice paid: presses twice, in two tabs, and takes the phone where the app offers the invoice. */
const insist = async (world: LightningWorld, tabs: readonly PayingTab[], invoice: Payable, random: () => number) => {
  for (const tab of tabs) if (random() < 0.7) void tab.paying.pay(invoice).catch(() => {});
  await wait(Math.floor(random() * 2_000));
  if (random() < 0.3) void tabs[0]!.paying.pay(invoice).catch(() => {});
  await wait(100);
  await takePhone(world, tabs, invoice);
};

/** How many were open when the network was there again, and how many ms it took until none was. */
const settle = async (world: LightningWorld): Promise<{ open: number; ms: number }> => {
  const isOpen = (record: PaymentRecord) => !isClosed(record, Date.now()) && record.phase !== 'offered';
  const openNow = async () => (await writtenDown(world)).filter(isOpen).length;
  const [begun, open] = [Date.now(), await openNow()];
  while (Date.now() - begun < KNOWN_WITHIN_MS && (await openNow()) > 0) await wait(LOOK_MS);
  return { open, ms: Date.now() - begun };
};

export type Rush = {
  readonly seed: number;
  readonly count: number;
  readonly payments?: (payments: Payments) => Payments;
};

/** A device on which payments are made while all goes wrong, and a while after that in which nothing does. */
export const rush = async ({ seed, count, payments = (own) => own }: Rush) => {
  const random = randomOf(seed);
  const faults = new Map<string, WalletFault>();
  const world = await createLightningWorld((hash) => {
    const known = faults.get(hash) ?? WALLET_FAULTS[Math.floor(random() * WALLET_FAULTS.length)]!;
    faults.set(hash, known);
    return known;
  });
  const open = () => openPayingTab(world, { payments });
  let tabs = [await open(), await open()];
  for (let made = 0; made < count; made += 1) {
    await insist(world, tabs, world.invoice(), random);
    if (random() < 0.25) {
      tabs[0]!.close();
      tabs = [tabs[1]!, await open()];
    }
    if (random() < 0.15) world.setOnline(false);
    await wait(Math.floor(random() * 4_000));
    for (const invoice of world.invoices()) await takePhone(world, tabs, invoice);
    world.setOnline(true);
  }
  for (const tab of tabs) tab.close();
  // the browser was closed, and is opened again
  const last = await open();
  const { open: doubts, ms } = await settle(world);
  last.close();
  world.service.close();
  return { world, doubts, ms, faults: faults.size };
};

/** What the books say that the device does not, or the other way round. */
export const wrongIn = async (world: LightningWorld): Promise<string[]> => {
  const records = new Map((await writtenDown(world)).map((record) => [record.hash, record]));
  const twice = world.ledger.repeated.map(({ payer }) => `paid twice, the second time by ${payer}`);
  const wrong = world.invoices().flatMap(({ paymentHash, settled }) => {
    const [payer, phase] = [settled?.payer, records.get(paymentHash)?.phase];
    const isByWallet = payer !== undefined && payer !== PHONE;
    if (payer === PHONE) return phase === 'settled' ? [] : [`paid by the phone, and ${phase}`];
    if (phase === 'offered') return [];
    if (phase !== undefined && phase !== 'settled' && phase !== 'refused') return [`left ${phase}`];
    if (phase === 'settled' && !isByWallet) return ['said to be paid, and is not'];
    return phase === 'refused' && isByWallet ? ['said not to be paid, and is'] : [];
  });
  return [...twice, ...wrong];
};
