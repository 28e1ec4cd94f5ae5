import { useId } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ActProblem, useAct } from './act.tsx';
import { useEcash, useEcashStand } from './use-ecash.ts';

const { mintPage: texts } = ecashTexts;

/** Leads, within a sentence, to where something about it can be done. */
const Way = ({ to, of, children }: { to: string; of?: string; children: string }) => {
  const open = useOpenOverlay();
  return (
    <button
      type="button"
      className="link"
      aria-haspopup="dialog"
      onClick={() => open({ money: to, ...(of !== undefined && { of }) })}
    >
      {children}
    </button>
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
  const { balance = 0, held = 0 } = stand?.mints.find((one) => one.url === url) ?? {};
  const isOpen = stand?.open.some((operation) => operation.mint === url) ?? false;
  return (
    <section className="wl__part">
      <h2>{texts.remove}</h2>
      <Button
        look="line"
        icon="trash"
        busy={act.isBusy}
        disabled={balance + held > 0 || isOpen}
        aria-describedby={why}
        onClick={() => act.run(remove)}
      >
        {texts.removeName(name)}
      </Button>
      <p className="hint" id={why}>
        {balance > 0 && (
          <>
            {texts.holds(balance)}{' '}
            <Way to="transfer" of={url}>
              {texts.moveThem}
            </Way>{' '}
            {texts.orSpend}{' '}
          </>
        )}
        {(held > 0 || isOpen) && (
          <>
            {held > 0 ? texts.aside(held) : texts.open} <Way to="ecash">{ecashMovesTexts.seeAside}</Way>
          </>
        )}
        {balance + held === 0 && !isOpen && texts.removeWhy}
      </p>
      <ActProblem act={act} />
    </section>
  );
};
