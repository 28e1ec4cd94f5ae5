import { useId } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { OverlayLink } from '#ui/overlay-link.tsx';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { StopUsing } from './stop-using.tsx';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';

const { mintPage: texts } = ecashTexts;

/** Takes a mint out of the wallet: as long as nothing of the user is there, else with what is there, which is kept. */
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
  const { balance = 0, held = 0, seen } = stand?.mints.find((one) => one.url === url) ?? {};
  const isOpen = stand?.open.some((operation) => operation.mint === url) ?? false;
  const isInUse = balance + held > 0 || isOpen;
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
            <OverlayLink to={{ money: 'ecash' }}>{ecashMovesTexts.seeAside}</OverlayLink>
          </>
        )}
        {!isInUse && texts.removeWhy}
      </p>
      <ActProblem act={act} />
      {isInUse && <StopUsing mint={mint} onStopped={onRemoved} />}
    </section>
  );
};
