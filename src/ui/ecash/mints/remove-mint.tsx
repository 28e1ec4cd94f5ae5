import { useId } from 'react';
import type { MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import { offerAt, touchesMint } from '#domain/ecash/ledger/mint-use.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { Button } from '#ui/kit/button.tsx';
import { OverlayLink } from '#ui/overlay-link.tsx';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';

const { mintPage: texts } = ecashTexts;

type WhyProps = { mint: EcashMint | undefined; isOpen: boolean; offer: MadeOffer | undefined };

/** What is there still, and how to have it elsewhere. */
const Why = ({ mint, isOpen, offer }: WhyProps) => {
  const { url = '', balance = 0, held = 0, seen, isInUse, others = {} } = mint ?? {};
  return (
    <>
      {balance > 0 && (
        <>
          {texts.holds(balance)}{' '}
          {seen?.isSilent ? (
            texts.holdsSilent
          ) : (
            <>
              <OverlayLink to={{ money: 'transfer', of: url }}>{texts.moveAll}</OverlayLink> {texts.orSpend}
            </>
          )}{' '}
        </>
      )}
      {(held > 0 || isOpen) && (
        <>
          {held > 0 ? texts.aside(held) : texts.open}{' '}
          <OverlayLink to={{ money: 'ecash' }}>{ecashMovesTexts.seeAside}</OverlayLink>{' '}
        </>
      )}
      {Object.keys(others).length > 0 && texts.othersStay}{' '}
      {offer && (
        <>
          {texts.offered} <OverlayLink to={{ money: `offer-${offer.id}` }}>{texts.seeOffer}</OverlayLink>
        </>
      )}
      {!isInUse && texts.removeWhy}
    </>
  );
};

/** Takes a mint out of the wallet, as long as nothing of the user is there. */
export const RemoveMint = ({
  mint,
  onRemoved,
}: {
  mint: { readonly url: string; readonly name: string };
  onRemoved: () => void;
}) => {
  const { url, name } = mint;
  const ecash = useEcash();
  const stand = useEcashStand();
  const why = useId();
  const act = useAct();
  const remove = async () => {
    await ecash.removeMint(url);
    onRemoved();
  };
  const known = stand?.mints.find((one) => one.url === url);
  const isInUse = known?.isInUse;
  const isOpen = stand?.open.some((operation) => touchesMint(operation, url)) ?? false;
  const offer = stand && offerAt(stand.offers, url);
  return (
    <section className="wl__part">
      <h2>{texts.remove}</h2>
      <Button
        look="line"
        icon="trash"
        busy={act.isBusy}
        disabled={isInUse}
        aria-describedby={why}
        onClick={() => act.run(remove)}
      >
        {texts.removeName(name)}
      </Button>
      <p className="hint" id={why}>
        <Why mint={known} isOpen={isOpen} offer={offer} />
      </p>
      <ActProblem act={act} />
    </section>
  );
};
