import { useId } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ActProblem, useAct } from './act.tsx';
import { useEcash, useEcashStand } from './use-ecash.ts';

const { mintPage: texts } = ecashTexts;

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
  const open = useOpenOverlay();
  const why = useId();
  const act = useAct();
  const remove = async () => {
    await ecash.removeMint(url);
    onRemoved();
  };
  const all = stand?.mints.find((one) => one.url === url);
  const sats = all ? all.balance + all.held : 0;
  const isOpen = stand?.open.some((operation) => operation.mint === url) ?? false;
  return (
    <section className="wl__part">
      <h2>{texts.remove}</h2>
      <Button
        look="line"
        icon="trash"
        busy={act.isBusy}
        disabled={sats > 0 || isOpen}
        aria-describedby={why}
        onClick={() => act.run(remove)}
      >
        {texts.removeName(name)}
      </Button>
      <p className="hint" id={why}>
        {sats > 0 && (
          <>
            {texts.holds(sats)}{' '}
            <button
              type="button"
              className="link"
              aria-haspopup="dialog"
              onClick={() => open({ money: 'transfer', of: url })}
            >
              {texts.moveThem}
            </button>{' '}
            {texts.orSpend}
          </>
        )}
        {sats === 0 && (isOpen ? texts.open : texts.removeWhy)}
      </p>
      <ActProblem act={act} />
    </section>
  );
};
