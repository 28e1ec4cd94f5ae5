import { useState } from 'react';
import { paysOffers } from '#domain/ecash/ledger/parts.ts';
import type { Offer } from '#domain/wallet/offer.ts';
import { readSats } from '#domain/money/sats.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { ActProblem, anew, useAct } from '#ui/ecash/act.tsx';
import { AmountField } from '#ui/ecash/amount-field.tsx';
import { MintChoice } from '#ui/ecash/mints/mint-choice.tsx';
import { useCosts } from '#ui/ecash/use-costs.ts';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { whole } from '#ui/texts/formats.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { EcashTerms } from './confirm-payment.tsx';
import { useFollowUp } from './follow-up.ts';

const texts = ecashMovesTexts.offer;

type Props = { offer: Offer; onOther: () => void; onClose: () => void };

/** What paying comes to with the mint that is chosen; of an offer without a price only once somebody said how much. */
const useOfferCosts = ({ text, msats, isPricedElse }: Offer, mint: EcashMint, sats: number | undefined) => {
  const ecash = useEcash();
  const isAsked = isPricedElse || msats !== undefined || sats !== undefined;
  const wish = { mint: mint.url, offer: text, ...(sats !== undefined && { sats }) };
  const costs = useCosts(isAsked ? `${mint.url} ${mint.balance} ${sats}` : undefined, () => ecash.offerCosts(wish));
  return { wish, costs };
};

const Wish = ({ offer, mints, onOther, onClose }: Props & { mints: readonly EcashMint[] }) => {
  const ecash = useEcash();
  const act = useAct();
  const followUp = useFollowUp();
  const [amount, type] = useState('');
  const [url, choose] = useState<string>();
  const mint = mints.find((one) => one.url === url) ?? mints[0]!;
  const isFree = offer.msats === undefined && !offer.isPricedElse;
  const sats = isFree ? readSats(amount) : undefined;
  const { wish, costs } = useOfferCosts(offer, mint, sats);
  const known = costs.costs;
  const pay = () =>
    act.run(async () => {
      const { description: memo } = offer;
      const most = known!.amount + known!.reserve;
      followUp(await ecash.payOffer({ ...wish, most, ...(memo !== '' && { memo }) }));
    });
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onOther}>{moneyTexts.other}</Button>
          <Button look="value" icon="bolt" busy={act.isBusy} disabled={!known} onClick={pay}>
            {known ? moneyTexts.payNow(whole(known.amount)) : texts.pay}
          </Button>
        </>
      }
    >
      {offer.description !== '' && (
        <p className="c-2 center" dir="auto">
          {offer.description}
        </p>
      )}
      {isFree ? (
        <AmountField value={amount} onChange={anew(type, act.forget)} />
      ) : (
        <p className="amount center">
          {known ? whole(known.amount) : '…'}
          <small>{moneyTexts.unit(known?.amount ?? 0)}</small>
        </p>
      )}
      <MintChoice label={ecashMovesTexts.pay.who} mints={mints} value={mint.url} onChoose={choose} />
      {(known !== undefined || costs.isAsking || costs.problem !== undefined) && (
        <EcashTerms name={mint.name} what={moneyTexts.fact.amount} costs={costs} />
      )}
      <p className="hint">
        {texts.why} {offer.isPricedElse && texts.pricedElse}
      </p>
      <ActProblem act={act} />
    </Sheet>
  );
};

/** Pays an offer once, from a mint that can. */
export const PayOffer = (props: Props) => {
  const all = useEcashStand()?.mints ?? [];
  // what is paid here may be all that a mint has
  const [able] = useState(() => all.filter(({ balance, facts }) => balance > 0 && facts && paysOffers(facts)));
  const mints = all.filter(({ url }) => able.some((mint) => mint.url === url));
  return mints.length > 0 ? <Wish {...props} mints={mints} /> : null;
};
