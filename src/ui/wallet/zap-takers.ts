import type { ZapShare } from '#domain/wallet/zap-split.ts';
import type { Taker, ZapPreference } from '#domain/wallet/zap-way.ts';
import type { usePayees } from './use-zapping.ts';
import { knownOffer, type useGiftOffers } from './zap-payers.tsx';
import { takesZaps } from './zap-shares.tsx';

type Found = {
  payees: ReturnType<typeof usePayees>['payees'];
  offers: ReturnType<typeof useGiftOffers>['answers'];
  hasWallet: boolean;
};

/** What somebody takes, as far as it is known. */
export const takerOf = ({ payees, offers, hasWallet }: Found, pubkey: string): Taker => {
  const { common = [], through } = knownOffer(offers.get(pubkey)) ?? {};
  const found = payees.get(pubkey);
  const provider = found?.payee?.parameters;
  return { lightning: takesZaps(found), provider, common, through: hasWallet ? through?.url : undefined };
};

type Asked = Pick<Found, 'offers'> & { takers: readonly Taker[]; by: ZapPreference['by'] };

/** Whether it is not known yet how somebody takes ecash who may be given it: the parts may come to be others. */
export const lacksOffer = (shares: readonly ZapShare[], { takers, offers, by }: Asked) =>
  shares.some(({ pubkey }, at) => (by === 'ecash' || !takers[at]!.lightning) && !offers.has(pubkey));
