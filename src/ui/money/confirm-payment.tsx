import { useState } from 'react';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import type { InvoiceToPay } from '#domain/wallet/payable.ts';
import { invoiceNote } from '#domain/wallet/payment-entry.ts';
import type { PaymentRoute } from '#domain/wallet/payment.ts';
import { mostOf } from '#domain/ecash/proofs/fees.ts';
import type { EcashPart } from '#ports/ecash.ts';
import { satsOf } from '#domain/money/money-entry.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { CostsProblem } from '#ui/ecash/costs-problem.tsx';
import { useCosts, type Costs } from '#ui/ecash/use-costs.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import { useMintName } from '#ui/ecash/use-operation.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Facts, type Fact } from '#ui/kit/facts.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { WalletLoginFirst } from '#ui/wallet/login-first.tsx';
import { useMayConnect, useRefusal, useWallet } from '#ui/wallet/use-wallet.ts';
import { useWayToWallet } from '#ui/wallet/way-to-wallet.ts';
import { InFiat } from './in-fiat.tsx';
import { Payers, SEVERAL, usePayers } from './payers.tsx';
import { useUsualPayer } from './use-payer.ts';
import { shortHash } from './short-hash.ts';

/** Sats of what leaves. */
export const satsText = (msats: number) => whole(satsOf({ msats, direction: 'out' }));

const InvoiceFacts = ({ chosen: { invoice, payable } }: { chosen: InvoiceToPay }) => {
  const [payee] = useState(() => payeeOf(invoice));
  const note = invoiceNote(invoice.text);
  return (
    <>
      <div className="op__h center">
        <p className="amount">
          {satsText(payable.msats)}
          <small>{texts.unit(satsOf({ msats: payable.msats, direction: 'out' }))}</small>
        </p>
        <InFiat sats={satsOf({ msats: payable.msats, direction: 'out' })} />
        {note !== '' && (
          <p className="c-2" dir="auto">
            {note}
          </p>
        )}
      </div>
      <Facts
        facts={[
          [texts.fact.to, payable.address],
          [texts.fact.payee, payee && shortHash(payee), 'mono'],
          [texts.fact.network, invoice.network === 'bitcoin' ? undefined : invoice.network],
          [texts.fact.expires, dateLabel(invoice.expiresAt)],
        ]}
      />
    </>
  );
};

/** `name` of the mint that pays; `what`: what the amount is of, an invoice unless told. */
type TermsProps = { name: string; what?: string; costs: Costs };

/** What paying with ecash comes to, before it is begun. */
export const EcashTerms = ({ name, what, costs: asked }: TermsProps) => {
  const { costs, problem, isAsking } = asked;
  if (problem !== undefined) return <CostsProblem costs={asked} />;
  if (isAsking || !costs) return <output className="hint">{ecashMovesTexts.counting}</output>;
  const { amount, reserve, fee, left } = costs;
  const words = ecashMovesTexts.pay;
  return (
    <>
      <Facts
        facts={[
          [what ?? words.invoice, whole(amount), 'num'],
          [words.feeMost, whole(reserve), 'num'],
          [words.mintFee, whole(fee), 'num'],
          [words.totalMost, whole(amount + reserve + fee), 'total'],
          [words.left(name), whole(left), 'num'],
        ]}
      />
      <p className="hint">{words.change(reserve > amount)}</p>
    </>
  );
};

const sumOf = (parts: readonly EcashPart[], name: 'amount' | 'reserve' | 'fee') =>
  parts.reduce((sum, part) => sum + part[name], 0);

/** What each of several mints pays, and what that comes to, before it is begun. */
const PartsTerms = ({ costs: asked }: { costs: Costs<readonly EcashPart[]> }) => {
  const nameOf = useMintName();
  const { costs, problem, isAsking } = asked;
  if (problem !== undefined) return <CostsProblem costs={asked} />;
  if (isAsking || !costs) return <output className="hint">{ecashMovesTexts.counting}</output>;
  const words = ecashMovesTexts.pay;
  const [amount, reserve, fee] = (['amount', 'reserve', 'fee'] as const).map((name) => sumOf(costs, name));
  return (
    <>
      <Facts
        facts={[
          ...costs.map((part): Fact => [words.part(nameOf(part.mint)), whole(part.amount), 'num']),
          [words.feeMost, whole(reserve!), 'num'],
          [words.mintFee, whole(fee!), 'num'],
          [words.totalMost, whole(amount! + reserve! + fee!), 'total'],
          ...costs.map((part): Fact => [words.left(nameOf(part.mint)), whole(part.left), 'num']),
        ]}
      />
      <p className="hint">{words.severalWhy}</p>
    </>
  );
};

const WalletTerms = ({ msats }: { msats: number }) => {
  const refusal = useRefusal(msats);
  return (
    <>
      {refusal && <Banner tone="warn" icon="alert" title={refusal} />}
      <p className="hint">{texts.feeLater}</p>
    </>
  );
};

const Nobody = () => {
  const openWallets = useWayToWallet();
  if (!useMayConnect()) return <WalletLoginFirst />;
  return (
    <Banner icon="wallet" title={ecashMovesTexts.pay.nobody}>
      {ecashMovesTexts.pay.nobodyWhy}
      <Button look="line" aria-haspopup="dialog" onClick={openWallets}>
        {texts.connect}
      </Button>
    </Banner>
  );
};

/** Who is to pay, and what that comes to. */
const usePayer = ({ invoice, payable: { msats } }: InvoiceToPay) => {
  const ecash = useEcash();
  const usual = useUsualPayer();
  const payers = usePayers(usual?.mint, msats);
  const [id, choose] = useState<string>();
  // who pays by ecash, and has not enough at one mint, has it at several
  const isSplit = usual !== undefined && payers.some((one) => one.id === SEVERAL);
  const first = isSplit ? SEVERAL : usual?.mint;
  const payer = payers.find((one) => one.id === (id ?? first)) ?? payers[0];
  const mint = payer?.mint;
  const costs = useCosts(mint && `${mint.url} ${mint.balance} ${msats}`, () =>
    ecash.payCosts({ mint: mint?.url ?? '', invoice: invoice.text }),
  );
  const isSeveral = payer?.id === SEVERAL;
  const parts = useCosts(isSeveral ? `${payer.balance} ${msats}` : undefined, () =>
    ecash.partsCosts({ invoice: invoice.text, msats }),
  );
  return { payers, payer, choose, costs, parts };
};

/** What is asked to pay; undefined as long as it is not known what that costs. */
const routeBy = ({ payer, costs, parts }: ReturnType<typeof usePayer>): PaymentRoute | undefined => {
  if (payer?.id === SEVERAL) return parts.costs && partsRoute(parts.costs);
  if (!payer?.mint) return payer?.route;
  return costs.costs && { kind: 'ecash', mint: payer.mint.url, most: mostOf([costs.costs]) };
};

const partsRoute = (costs: readonly EcashPart[]): PaymentRoute | undefined => {
  const [first] = costs;
  const parts = costs.map(({ mint, msats }) => ({ mint, msats }));
  return first && { kind: 'ecash', mint: first.mint, parts, most: mostOf(costs) };
};

const Terms = ({ chosen, by: { payer, costs, parts } }: { chosen: InvoiceToPay; by: ReturnType<typeof usePayer> }) => {
  if (!payer) return null;
  if (payer.id === SEVERAL) return <PartsTerms costs={parts} />;
  if (payer.mint) return <EcashTerms name={payer.name} costs={costs} />;
  return <WalletTerms msats={chosen.payable.msats} />;
};

type Props = { chosen: InvoiceToPay; onBegun: () => void; onOther: () => void; onClose: () => void };

/** What an invoice says, who pays it, and what it costs at most, before anything leaves. */
export const ConfirmPayment = ({ chosen, onBegun, onOther, onClose }: Props) => {
  const { paying } = useWallet();
  const act = useAct();
  const by = usePayer(chosen);
  const { payers, payer, choose } = by;
  const { payable } = chosen;
  const route = routeBy(by);
  const pay = () =>
    act.run(async () => {
      await paying.pay(payable, route);
      onBegun();
    });
  return (
    <Sheet
      title={texts.payTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onOther}>{texts.other}</Button>
          <Button look="value" icon="bolt" busy={act.isBusy} disabled={!route} onClick={pay}>
            {texts.payNow(satsText(payable.msats))}
          </Button>
        </>
      }
    >
      <InvoiceFacts chosen={chosen} />
      {payer ? <Payers payers={payers} chosen={payer} onChoose={choose} /> : <Nobody />}
      <Terms chosen={chosen} by={by} />
      <ActProblem act={act} />
    </Sheet>
  );
};
