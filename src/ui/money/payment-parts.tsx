import type { MoneyEntry } from '#domain/money/money-entry.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { toSats } from '#domain/msats.ts';
import { useEcashEntries } from '#ui/ecash/use-ecash-entries.ts';
import { Facts, type Fact } from '#ui/kit/facts.tsx';
import { whole } from '#ui/texts/formats.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';

const factOf = ({ mint = '', msats, feeMsats, state }: MoneyEntry): Fact => {
  const cost = feeMsats === undefined ? '' : `, ${moneyTexts.fee(whole(toSats(feeMsats)))}`;
  return [ecashMovesTexts.pay.part(mint), `${whole(toSats(msats))}${cost} · ${moneyTexts.states[state]}`];
};

/** What each mint did of a payment that several make together; nothing for any other. */
export const PaymentParts = ({ record: { hash, route, requestedAt } }: { record: PaymentRecord }) => {
  const entries = useEcashEntries();
  if (route.kind !== 'ecash' || !route.parts) return null;
  const parts = entries?.filter((one) => one.kind === 'invoice' && one.paymentHash === hash && one.at >= requestedAt);
  const isOver = parts?.every(({ state }) => state === 'paid' || state === 'not paid') ?? false;
  return (
    <section className="stack" aria-label={ecashMovesTexts.pay.parts}>
      <h2 className="t-sm c-2">{ecashMovesTexts.pay.parts}</h2>
      <Facts facts={(parts ?? []).map(factOf)} />
      {!isOver && <p className="hint">{ecashMovesTexts.pay.partsWhy}</p>}
    </section>
  );
};
