import { useEffect, useId, useState } from 'react';
import type { CommonMint } from '#ports/nutzaps.ts';
import type { GiftOffer } from '#ports/zapping.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { whole } from '#ui/texts/formats.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { useWallet } from './use-wallet.ts';

/** How somebody can be given ecash without Lightning; undefined when that cannot be, or is not known yet. */
export const useGiftOffer = (person: string): GiftOffer | undefined => {
  const { zapping } = useWallet();
  const [found, setFound] = useState<{ readonly of: string; readonly offer: GiftOffer | undefined }>();
  useEffect(() => {
    let isGone = false;
    zapping.gift(person).then(
      (offer) => {
        if (!isGone) setFound({ of: person, offer });
      },
      // without ecash there is Lightning
      () => {},
    );
    return () => void (isGone = true);
  }, [zapping, person]);
  return found?.of === person ? found.offer : undefined;
};

/** What the mint takes for giving this much, in sats; undefined until it is known. */
const useFee = ({ fee }: GiftOffer, mint: CommonMint, sats: number): number | undefined => {
  const [known, setKnown] = useState<{ readonly of: string; readonly fee: number }>();
  const of = `${mint.url} ${sats}`;
  const isThere = sats > 0 && sats <= mint.balance;
  useEffect(() => {
    let isGone = false;
    if (isThere)
      fee(mint.url, sats).then(
        (told) => {
          if (!isGone) setKnown({ of, fee: told });
        },
        () => {},
      );
    return () => void (isGone = true);
  }, [fee, mint.url, sats, of, isThere]);
  return known?.of === of ? known.fee : undefined;
};

type WayProps = { name: string; checked: boolean; onChoose: () => void };

const EcashWay = ({ offer, mint, sats, ...way }: WayProps & { offer: GiftOffer; mint: CommonMint; sats: number }) => {
  const fee = useFee(offer, mint, sats);
  return (
    <label>
      <span className="item__ico item__ico--value">
        <Icon name="coin" />
      </span>
      <span className="item__txt">
        <b>{texts.ecash}</b>
        <small>{texts.ecashOf(mint.name, texts.sats(mint.balance), fee === undefined ? undefined : whole(fee))}</small>
      </span>
      <input className="radio" type="radio" name={way.name} checked={way.checked} onChange={way.onChoose} />
    </label>
  );
};

type Props = {
  offer: GiftOffer;
  sats: number;
  /** the address of a mint; undefined: over Lightning */
  chosen: string | undefined;
  onChoose: (mint: string | undefined) => void;
  /** what Lightning is paid from; left out where the recipient has no Lightning address */
  wallet: string | undefined;
};

/** With what it is paid: ecash for the key of the recipient, or Lightning. */
export const ZapPayers = ({ offer, sats, chosen, onChoose, wallet }: Props) => {
  const name = useId();
  return (
    <fieldset className="field">
      <legend className="field__label">{texts.payWith}</legend>
      <div className="payers">
        {offer.common.map((mint) => (
          <EcashWay
            key={mint.url}
            offer={offer}
            mint={mint}
            sats={sats}
            name={name}
            checked={chosen === mint.url}
            onChoose={() => onChoose(mint.url)}
          />
        ))}
        {wallet !== undefined && (
          <label>
            <span className="item__ico">
              <Icon name="bolt" />
            </span>
            <span className="item__txt">
              <b>{texts.lightning}</b>
              <small>{wallet}</small>
            </span>
            <input
              className="radio"
              type="radio"
              name={name}
              checked={chosen === undefined}
              onChange={() => onChoose(undefined)}
            />
          </label>
        )}
      </div>
    </fieldset>
  );
};

/** Why ecash cannot be given although the recipient takes it, and what can be done. */
export const NoGift = ({ offer }: { offer: GiftOffer }) => {
  const open = useOpenOverlay();
  if (offer.common.length > 0) return null;
  const { empty } = offer;
  return (
    <Banner icon="coin" title={empty === undefined ? texts.noCommon : texts.noneThere(offer.names.join(', '))}>
      {empty !== undefined && (
        <Button look="line" size="s" aria-haspopup="dialog" onClick={() => open({ money: 'transfer' })}>
          {texts.moveThere}
        </Button>
      )}
    </Banner>
  );
};
