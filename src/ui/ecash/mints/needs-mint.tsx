import { Suspense, type ReactNode } from 'react';
import { makesOffers } from '#domain/ecash/ledger/made-offer.ts';
import type { EcashMint, EcashStand } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ecashMovesTexts as texts } from '#ui/texts/ecash-moves.ts';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { OpenElsewhere } from './open-elsewhere.tsx';
import { useEcashStand, useIsReadOnly } from '#ui/ecash/use-ecash.ts';

const RecommendedMints = lazyView(() => import('./recommended-mints.tsx'), 'RecommendedMints');

type Lack = { readonly title: string; readonly why: string; readonly act: string; readonly money: string };

const NO_OFFERS = (): Lack => ({
  title: texts.noOffers,
  why: texts.noOffersWhy,
  act: texts.chooseMint,
  money: 'mints',
});

/** Sats leave from wherever they are; new ones go to one's own mints alone. */
const mintsFor = <Mint extends Pick<EcashMint, 'isOwn'>>(mints: readonly Mint[], wants: Wants): readonly Mint[] =>
  wants === 'sats' ? mints : mints.filter(({ isOwn }) => isOwn);

/** What is missing for something; undefined: nothing. */
export const lackOf = (
  {
    exists,
    mints,
    balance,
  }: Pick<EcashStand, 'exists' | 'balance'> & {
    readonly mints: readonly Pick<EcashMint, 'held' | 'facts' | 'isOwn'>[];
  },
  wants: Wants,
): Lack | undefined => {
  if (!exists) return { title: texts.noWallet, why: texts.noWalletWhy, act: texts.start, money: 'ecash' };
  if (wants === 'wallet') return undefined;
  const taking = mintsFor(mints, wants);
  if (taking.length === 0)
    return { title: texts.noMints, why: texts.noMintsWhy, act: texts.chooseMint, money: 'mints' };
  if (wants === 'offers') return taking.some(({ facts }) => facts && makesOffers(facts)) ? undefined : NO_OFFERS();
  if (wants === 'mint' || balance > 0) return undefined;
  if (mints.some(({ held }) => held > 0))
    return { title: texts.allAside, why: texts.allAsideWhy, act: texts.seeAside, money: 'ecash' };
  return { title: texts.nothingThere, why: texts.nothingThereWhy, act: texts.deposit.title, money: 'deposit' };
};

const Lacking = ({ lack: { title, why, act, money } }: { lack: Lack }) => {
  const open = useOpenOverlay();
  return (
    <Banner icon="coin" title={title}>
      {why}
      <Button look="line" aria-haspopup="dialog" onClick={() => open({ money })}>
        {act}
      </Button>
    </Banner>
  );
};

/** What must be there before something can be done: a wallet, a mint, one that makes offers, or sats. */
export type Wants = 'wallet' | 'mint' | 'offers' | 'sats';

type Props = {
  title: string;
  wants: Wants;
  onClose: () => void;
  children: (mints: readonly EcashMint[], stand: EcashStand) => ReactNode;
};

/** A sheet of ecash, or what is missing for it and the way there. */
export const NeedsMint = ({ title, wants, onClose, children }: Props) => {
  const stand = useEcashStand();
  const isReadOnly = useIsReadOnly();
  const lack = stand && !stand.problem && !isReadOnly ? lackOf(stand, wants) : undefined;
  if (stand && !stand.problem && !isReadOnly && !lack) return children(mintsFor(stand.mints, wants), stand);
  return (
    <Sheet title={title} onClose={onClose} foot={<Button onClick={onClose}>{texts.close}</Button>}>
      {!stand && <output className="hint">{texts.loading}</output>}
      {stand?.problem && <Problem>{ecashProblemText(stand.problem)}</Problem>}
      {isReadOnly && <OpenElsewhere />}
      {lack && <Lacking lack={lack} />}
      <Suspense>{lack?.money === 'mints' && <RecommendedMints />}</Suspense>
    </Sheet>
  );
};
