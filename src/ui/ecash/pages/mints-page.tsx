import { heldEcash } from '#domain/ecash/ledger/held.ts';
import { heavyMint } from '#domain/ecash/words/shares.ts';
import type { EcashStand } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { MoneyPage } from '#ui/money/money-page.tsx';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { whole } from '#ui/texts/formats.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { AddMint } from '#ui/ecash/mints/add-mint.tsx';
import { EcashPage } from './ecash-page.tsx';
import { MintList, sharedMints } from '#ui/ecash/mints/mint-list.tsx';
import { RecommendedMints } from '#ui/ecash/mints/recommended-mints.tsx';
import { Sats } from '#ui/ecash/sats.tsx';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import '#ui/ecash/ecash.css';

const { mintsPage: texts } = ecashTexts;

/** Says that one mint holds too much of it all, and offers to move some. */
const HeavyWarning = ({ mints }: Pick<EcashStand, 'mints'>) => {
  const open = useOpenToWrite();
  const heavy = heavyMint(mints);
  if (!heavy) return null;
  const { percent } = sharedMints(mints).find(({ mint }) => mint === heavy)!;
  const isAlone = mints.every(({ url, isOwn }) => !isOwn || url === heavy.url);
  const why = isAlone ? texts.heavyAlone : texts.heavyWhy;
  return (
    <section className="wl__part wl__heavy">
      <Banner tone="warn" icon="alert" title={texts.heavy(heavy.name, whole(percent))}>
        {why(heavy.balance)}
      </Banner>
      {!isAlone && (
        <Button
          look="primary"
          icon="repost"
          aria-haspopup="dialog"
          onClick={() => open({ money: 'transfer', of: heavy.url }, texts.move)}
        >
          {texts.move}
        </Button>
      )}
    </section>
  );
};

/** The mints of this wallet, how each answers and what it holds, and the way to more. */
export const MintsPage = ({ onClose }: { onClose: () => void }) => {
  const stand = useEcashStand();
  if (!stand?.exists) return <EcashPage onClose={onClose} />;
  const { mints, balance } = heldEcash(stand);
  return (
    <MoneyPage title={ecashTexts.mints} onClose={onClose}>
      <div className="wl">
        <section className="wl__top" aria-label={ecashTexts.balance}>
          <p className="t-sm c-2">{texts.inMints(mints.length)}</p>
          <Sats amount={balance} />
        </section>
        <HeavyWarning mints={mints} />
        <section className="wl__part">
          <h2>{texts.yours}</h2>
          {mints.length > 0 && (
            <>
              <MintList label={texts.yours} mints={mints} isDetailed />
              <p className="hint">{texts.hint}</p>
            </>
          )}
        </section>
        <RecommendedMints />
        <section className="wl__part">
          <h2>{ecashTexts.addMint}</h2>
          <AddMint />
        </section>
      </div>
    </MoneyPage>
  );
};
