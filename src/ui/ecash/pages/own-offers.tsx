import { arrivedBy, type MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import type { EcashStand } from '#ports/ecash.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { whole } from '#ui/texts/formats.ts';
import { ownOfferTexts as texts } from '#ui/texts/own-offer.ts';
import { useMintName } from '#ui/ecash/use-operation.ts';

const Row = ({ offer, got }: { offer: MadeOffer; got: number }) => {
  const open = useOpenOverlay();
  const nameOf = useMintName();
  const { id, mint, amount, memo, trouble } = offer;
  return (
    <button type="button" className="item" aria-haspopup="dialog" onClick={() => open({ money: `offer-${id}` })}>
      <span className="item__ico">
        <Icon name={trouble ? 'alert' : 'qr'} />
      </span>
      <span className="item__txt">
        <b className="clip" dir="auto">
          {memo ?? nameOf(mint)}
        </b>
        <small>{got > 0 ? texts.got(whole(got)) : texts.waiting}</small>
      </span>
      {amount !== undefined && <b className="end num">{whole(amount)}</b>}
    </button>
  );
};

/** The offers that this account can be paid by. */
export const OwnOffers = ({ stand: { offers, history } }: { stand: EcashStand }) => {
  const used = offers.filter(({ closedAt }) => closedAt === undefined);
  if (used.length === 0) return null;
  return (
    <section className="wl__part wl__all" aria-label={texts.open}>
      <h2>{texts.open}</h2>
      <div className="list">
        {used.map((offer) => (
          <Row key={offer.id} offer={offer} got={arrivedBy(offer, history)} />
        ))}
      </div>
    </section>
  );
};
