import { useId } from 'react';
import type { EcashRoute } from '#domain/wallet/payment.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import { RadioList } from '#ui/kit/picker.tsx';
import { useWallet } from './use-wallet.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { zapTexts } from '#ui/texts/zap.ts';
import { Payers, payerOptions, usePayers, WALLET, type Payer } from '#ui/money/payers.tsx';
import { useUsualPayer } from '#ui/money/use-payer.ts';

/** Without a wallet, invoices are shown for any other one. */
const noWallet = (): Payer => ({
  id: WALLET,
  name: zapTexts.noWallet,
  hint: zapTexts.noWalletWhy,
  balance: undefined,
  route: undefined,
  mint: undefined,
});

/** A mint that was chosen, and at which this wallet has nothing any more. */
const goneMint = (route: EcashRoute): Payer => ({
  id: route.mint,
  name: hostOf(route.mint),
  balance: 0,
  route,
  mint: undefined,
});

/** What can pay, what is chosen, and how to choose. */
const useChoice = () => {
  const { payer } = useWallet();
  const usual = useUsualPayer();
  const found = usePayers(usual?.mint);
  const has = (wanted: string) => found.some(({ id }) => id === wanted);
  const payers = [
    ...(has(WALLET) ? [] : [noWallet()]),
    ...found,
    ...(usual && !has(usual.mint) ? [goneMint(usual)] : []),
  ];
  const choose = (id: string) => {
    const route = payers.find((one) => one.id === id)?.route;
    payer.set(route?.kind === 'ecash' ? route : undefined);
  };
  return { payers, chosen: payers.find(({ id }) => id === (usual?.mint ?? WALLET)), choose };
};

/** Which wallet pays zaps, and invoices unless another one is picked; where there is nothing to choose, nothing is shown. */
export const PayerSetting = () => {
  const { payers, chosen, choose } = useChoice();
  const id = useId();
  if (payers.length === 1) return null;
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 className="t-sm c-2" id={id}>
        {texts.usualPayer}
      </h3>
      <RadioList labelledBy={id} options={payerOptions(payers)} chosen={chosen?.id} onChoose={choose} />
    </section>
  );
};

/** The ecash that is chosen to pay, and the way to choose otherwise. */
export const UsualPayers = () => {
  const { payers, chosen, choose } = useChoice();
  return chosen ? <Payers payers={payers} chosen={chosen} onChoose={choose} /> : null;
};
