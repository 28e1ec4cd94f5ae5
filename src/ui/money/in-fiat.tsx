import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { moneyText, worthOf } from '#domain/money/fiat.ts';
import { RATE_LOOK_MS } from '#domain/money/money-limits.ts';
import type { FiatStand } from '#ports/wallet.ts';
import { useClock } from '#ui/kit/use-clock.ts';
import { texts as appTexts } from '#ui/texts/app.ts';
import { ageLabel } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { useWallet } from '#ui/wallet/use-wallet.ts';

const texts = () => ecashMovesTexts.fiat;

const aboutText = ({ currency, rate, isAsking }: FiatStand, sats: number, now: number): string => {
  if (!rate) return isAsking ? texts().asking : texts().none(currency);
  const money = moneyText(worthOf(sats, rate), currency, appTexts.language);
  return texts().about(money, ageLabel(Math.max(now - rate.at, 0)));
};

/** Rates are looked at while somebody sees an amount. */
const Worth = ({ sats, stand }: { sats: number; stand: FiatStand }) => {
  const { fiat } = useWallet();
  const now = useClock();
  useEffect(() => {
    fiat.look();
    const timer = setInterval(fiat.look, RATE_LOOK_MS);
    return () => clearInterval(timer);
  }, [fiat]);
  return <p className="t-sm c-3">{aboutText(stand, sats, now)}</p>;
};

const Wanted = ({ sats }: { sats: number }) => {
  const { fiat } = useWallet();
  const stand = useSyncExternalStore(fiat.subscribe, fiat.get);
  return stand && <Worth sats={sats} stand={stand} />;
};

/** What sats are about worth, and how old the rate is; nothing unless the user wants to see it. */
export const InFiat = ({ sats }: { sats: number }) => (
  <Suspense fallback={null}>
    <Wanted sats={sats} />
  </Suspense>
);
