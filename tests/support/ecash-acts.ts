import type { Place } from './ecash-at-mint.ts';
import type { EcashTab } from './ecash-tab.ts';

/** Whether this tab moves the money of its account. */
export const acts = ({ chart }: Pick<EcashTab, 'chart'>): boolean =>
  chart.getSnapshot().matches({ wallet: { user: { open: { acting: 'ready' } } } });

/** Somebody new makes a wallet at this mint. */
export const beginWallet = async (tab: EcashTab, { mint }: Pick<Place, 'mint'>): Promise<EcashTab> => {
  await tab.until('looked', (stand) => !stand.exists);
  await tab.ecash.create();
  await tab.until('acts', () => acts(tab));
  await tab.ecash.addMint(mint.url);
  return tab;
};

/** Deposits so much, paid by the ledger of the place. */
export const payDeposit = async (tab: EcashTab, { mint, lightning }: Place, amount: number): Promise<void> => {
  const id = await tab.ecash.deposit({ mint: mint.url, amount });
  await tab.until('invoice', ({ open }) => open.some((record) => record.id === id));
  lightning.pay('payer', tab.stand().open.find((record) => record.id === id)!.quote!.invoice);
  await tab.until('deposited', ({ open }) => !open.some((record) => record.id === id));
};
