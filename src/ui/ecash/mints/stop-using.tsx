import { useState } from 'react';
import { heldEcash } from '#domain/ecash/ledger/held.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';

const { mintPage: texts } = ecashTexts;

type Props = { mint: { readonly url: string; readonly name: string }; onStopped: () => void };

/** Says what comes of it, before it is done. */
const Ask = ({ mint: { url, name }, onStopped, onClose }: Props & { onClose: () => void }) => {
  const ecash = useEcash();
  const stand = useEcashStand();
  const act = useAct();
  const sats = stand && heldEcash(stand).mints.find((one) => one.url === url)?.balance;
  const stop = async () => {
    await ecash.shelveMint(url);
    onStopped();
  };
  return (
    <Sheet
      title={texts.stopAsk(name)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.keepUsing}</Button>
          <Button look="primary" busy={act.isBusy} onClick={() => act.run(stop)}>
            {texts.stop}
          </Button>
        </>
      }
    >
      <p>{texts.stopWhy(sats ?? 0)}</p>
      <ActProblem act={act} />
    </Sheet>
  );
};

/** The way out of a mint where something is that cannot be had, or is worth less than it costs to move it. */
export const StopUsing = (props: Props) => {
  const [asks, ask] = useState(false);
  return (
    <>
      <p className="hint">{texts.stopHint}</p>
      <Button look="line" icon="eyeoff" aria-haspopup="dialog" onClick={() => ask(true)}>
        {texts.stopName(props.mint.name)}
      </Button>
      {asks && <Ask {...props} onClose={() => ask(false)} />}
    </>
  );
};
