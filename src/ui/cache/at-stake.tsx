import { Fragment } from 'react';
import { Banner } from '#ui/kit/banner.tsx';
import type { Stake } from '#domain/ecash/ledger/stake.ts';
import { cacheTexts } from '#ui/texts/cache.ts';
import { whole } from '#ui/texts/formats.ts';
import type { SeenStakes } from './use-stakes.ts';

const texts = cacheTexts.stake;

/** All sats of these. */
export const satsAtStake = (stakes: readonly Stake[]): number => stakes.reduce((sum, { sats }) => sum + sats, 0);

const isOffersAlone = ({ open, payments }: Stake): boolean => open.length + payments === 0;

/** '500 usd', of other units than sats; '' for none. */
const othersIn = (stakes: readonly Stake[]): string =>
  stakes
    .flatMap(({ others }) => Object.entries(others))
    .map(([unit, amount]) => `${whole(amount)} ${unit}`)
    .join(', ');

const titleOf = (stakes: readonly Stake[]): string => {
  const sats = satsAtStake(stakes);
  if (sats === 0 && othersIn(stakes) !== '') return texts.inOthers;
  if (sats === 0) return stakes.every(isOffersAlone) ? texts.inUse : texts.unfinished;
  const holders = stakes.filter((stake) => stake.sats > 0).length;
  return holders === 1 ? texts.sats(sats) : texts.ofAccounts(sats, holders);
};

const wordsOf = (stakes: readonly Stake[]): string | undefined => {
  const holders = stakes.filter(({ sats, open }) => sats > 0 || open.length > 0);
  if (holders.length === 0) return undefined;
  return holders.every(({ areWordsKept }) => areWordsKept) ? texts.wordsKept : texts.wordsNotKept;
};

type Props = {
  stakes: SeenStakes;
  /** what becomes of it */
  fate: string;
  /** it may be lost by this */
  isLoss?: boolean;
};

/** What is in this browser that somebody could lose, to the sat, before they leave or delete something. */
export const AtStake = ({ stakes, fate, isLoss = false }: Props) => {
  if (stakes === 'unreadable')
    return (
      <Banner tone="warn" icon="alert" title={texts.unreadable}>
        {texts.unreadableWhy}
      </Banner>
    );
  if (!stakes || stakes.length === 0) return null;
  const payments = stakes.reduce((sum, stake) => sum + stake.payments, 0);
  const offers = stakes.reduce((sum, stake) => sum + stake.offers.length, 0);
  const others = othersIn(stakes);
  return (
    <>
      <Banner tone={isLoss ? 'bad' : 'warn'} icon="alert" title={titleOf(stakes)}>
        {[fate, wordsOf(stakes)].filter(Boolean).join(' ')}
      </Banner>
      {stakes.some(({ open }) => open.length > 0) && (
        <dl className="kv" aria-label={texts.open}>
          {stakes
            .flatMap(({ open }) => open)
            .map(({ id, kind, amount }) => (
              <Fragment key={id}>
                <dt>{texts.kinds[kind]}</dt>
                <dd className="num">{texts.notDone(amount)}</dd>
              </Fragment>
            ))}
        </dl>
      )}
      {others !== '' && <p className="c-2">{texts.others(others)}</p>}
      {offers > 0 && <p className="c-2">{texts.offers(offers)}</p>}
      {payments > 0 && <p className="c-2">{texts.payments(payments)}</p>}
    </>
  );
};
