import { useState } from 'react';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import type { ReadPayable } from '#domain/wallet/payable.ts';
import { invoiceNote } from '#domain/wallet/payment-entry.ts';
import { satsOf } from '#domain/money/money-entry.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { useCosts, type Costs } from '#ui/ecash/use-costs.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Facts } from '#ui/kit/facts.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { movingTexts } from '#ui/texts/moving.ts';
import { useWallet } from '#ui/wallet/use-wallet.ts';
import { Payers, usePayers, type Payer } from './payers.tsx';
import { useUsualPayer } from './use-payer.ts';
import { shortHash } from './known.ts';

/** An invoice that was read, and can be paid. */
export type Chosen = Extract<ReadPayable, { payable: unknown }>;

/** Sats of what leaves. */
export const satsText = (msats: number) => whole(satsOf({ msats, direction: 'out' }));

const InvoiceFacts = ({ chosen: { invoice, payable } }: { chosen: Chosen }) => {
  const [payee] = useState(() => payeeOf(invoice));
  const note = invoiceNote(invoice.text);
  return (
    <>
      <div className="op__h center">
        <p className="amount">
          {satsText(payable.msats)}
          <small>{texts.sats}</small>
        </p>
        {note !== '' && (
          <p className="c-2" dir="auto">
            {note}
          </p>
        )}
      </div>
      <Facts
        facts={[
          [texts.fact.payee, payee && shortHash(payee), 'mono'],
          [texts.fact.network, invoice.network === 'bitcoin' ? undefined : invoice.network],
          [texts.fact.expires, dateLabel(invoice.expiresAt)],
        ]}
      />
    </>
  );
};

/** What paying with ecash comes to, before it is begun. */
const EcashTerms = ({ name, costs: { costs, problem, isAsking } }: { name: string; costs: Costs }) => {
  if (problem !== undefined) return <Problem>{problem}</Problem>;
  if (isAsking || !costs) return <output className="hint">{movingTexts.counting}</output>;
  const { amount, reserve, fee, left } = costs;
  const words = movingTexts.pay;
  return (
    <>
      <Facts
        facts={[
          [words.invoice, whole(amount), 'num'],
          [words.feeMost, whole(reserve), 'num'],
          [words.mintFee, whole(fee), 'num'],
          [words.totalMost, whole(amount + reserve + fee), 'total'],
          [words.left(name), whole(left), 'num'],
        ]}
      />
      <p className="hint">{words.change}</p>
    </>
  );
};

const WalletTerms = ({ payer, msats }: { payer: Payer; msats: number }) => (
  <>
    {payer.balance !== undefined && payer.balance * 1_000 < msats && (
      <Banner tone="warn" icon="alert" title={texts.tooLittle} />
    )}
    <p className="hint">{texts.feeLater}</p>
  </>
);

const Nobody = () => {
  const open = useOpenOverlay();
  return (
    <Banner icon="wallet" title={movingTexts.pay.nobody}>
      {movingTexts.pay.nobodyWhy}
      <Button look="line" aria-haspopup="dialog" onClick={() => open({ walletConnect: true })}>
        {texts.connect}
      </Button>
    </Banner>
  );
};

/** Who is to pay, and what that comes to. */
const usePayer = ({ invoice, payable: { msats } }: Chosen) => {
  const ecash = useEcash();
  const usual = useUsualPayer();
  const payers = usePayers(usual?.mint);
  const [id, choose] = useState<string>();
  const payer = payers.find((one) => one.id === (id ?? usual?.mint)) ?? payers[0];
  const mint = payer?.mint;
  const costs = useCosts(mint && `${mint.url} ${mint.balance} ${msats}`, () =>
    ecash.payCosts({ mint: mint?.url ?? '', invoice: invoice.text }),
  );
  return { payers, payer, choose, costs };
};

type Props = { chosen: Chosen; onBegun: () => void; onOther: () => void; onClose: () => void };

/** What an invoice says, who pays it, and what it costs at most, before anything leaves. */
export const ConfirmPayment = ({ chosen, onBegun, onOther, onClose }: Props) => {
  const { paying } = useWallet();
  const act = useAct();
  const { payers, payer, choose, costs } = usePayer(chosen);
  const { payable } = chosen;
  const pay = () =>
    act.run(async () => {
      await paying.pay(payable, payer?.route);
      onBegun();
    });
  const isReady = payer !== undefined && (!payer.mint || costs.costs !== undefined);
  return (
    <Sheet
      title={texts.payTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onOther}>{texts.other}</Button>
          <Button look="value" icon="bolt" busy={act.isBusy} disabled={!isReady} onClick={pay}>
            {texts.payNow(satsText(payable.msats))}
          </Button>
        </>
      }
    >
      <InvoiceFacts chosen={chosen} />
      {payer ? <Payers payers={payers} chosen={payer} onChoose={choose} /> : <Nobody />}
      {payer &&
        (payer.mint ? (
          <EcashTerms name={payer.name} costs={costs} />
        ) : (
          <WalletTerms payer={payer} msats={payable.msats} />
        ))}
      <ActProblem act={act} />
    </Sheet>
  );
};
