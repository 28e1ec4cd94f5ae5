import { useCallback, useEffect, useId, useState } from 'react';
import { LIGHTNING, type ZapPreference, type ZapWay } from '#domain/wallet/zap-way.ts';
import type { CommonMint, ThroughMint } from '#ports/nutzaps.ts';
import type { GiftOffer } from '#ports/zapping.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { whole } from '#ui/texts/formats.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { useWallet } from './use-wallet.ts';
import { useWayToWallet } from './way-to-wallet.ts';
import { useAnswers } from './use-zapping.ts';
import '#ui/money/payers.css';

/** How somebody can be given ecash; undefined where they take none, 'not known' where nobody could say. */
type FoundGift = GiftOffer | 'not known' | undefined;

/** How these people can be given ecash, as far as it is known; another `attempt` asks again. */
export const useGiftOffers = (people: readonly string[], attempt: number) => {
  const { zapping } = useWallet();
  const ask = useCallback(
    (person: string): Promise<FoundGift> => zapping.gift(person).catch(() => 'not known' as const),
    [zapping],
  );
  return useAnswers(people, ask, String(attempt));
};

/** The offer, where one is known. */
export const knownOffer = (gift: FoundGift): GiftOffer | undefined => (gift === 'not known' ? undefined : gift);

/** What a mint says that something costs, in sats; undefined until it is known, or while it is not wanted. */
const useCost = (
  ask: (mint: string, sats: number) => Promise<number>,
  mint: string,
  sats: number,
  isWanted: boolean,
) => {
  const [known, setKnown] = useState<{ readonly of: string; readonly cost: number }>();
  const of = `${mint} ${sats}`;
  useEffect(() => {
    let isGone = false;
    if (isWanted)
      ask(mint, sats).then(
        (cost) => {
          if (!isGone) setKnown({ of, cost });
        },
        () => {},
      );
    return () => void (isGone = true);
  }, [ask, mint, sats, of, isWanted]);
  return known?.of === of ? known.cost : undefined;
};

type WayProps = { name: string; checked: boolean; onChoose: () => void };

type RowProps = WayProps & { icon: 'coin' | 'bolt'; title: string; hint: string };

const WayRow = ({ icon, title, hint, name, checked, onChoose }: RowProps) => (
  <label>
    <span className={icon === 'coin' ? 'item__ico item__ico--value' : 'item__ico'}>
      <Icon name={icon} />
    </span>
    <span className="item__txt">
      <b>{title}</b>
      <small>{hint}</small>
    </span>
    <input className="radio" type="radio" name={name} checked={checked} onChange={onChoose} />
  </label>
);

const EcashWay = ({ offer, mint, sats, ...way }: WayProps & { offer: GiftOffer; mint: CommonMint; sats: number }) => {
  const fee = useCost(offer.fee, mint.url, sats, sats > 0 && sats <= mint.balance);
  const hint = texts.ecashOf(mint.name, texts.sats(mint.balance), fee === undefined ? undefined : whole(fee));
  return <WayRow icon="coin" title={texts.ecash} hint={hint} {...way} />;
};

type WalletWayProps = WayProps & { offer: GiftOffer; through: ThroughMint; sats: number; wallet: string };

/** A mint that is not used here is asked for its price only once it was picked. */
const WalletWay = ({ offer, through, sats, wallet, ...way }: WalletWayProps) => {
  const cost = useCost(offer.price, through.url, sats, sats > 0 && (through.isOurs || way.checked));
  const price = cost === undefined ? undefined : texts.sats(cost);
  const hint = texts.ecashBy(wallet, through.name, price);
  return (
    <WayRow icon="coin" title={texts.ecashFromWallet} hint={through.isOurs ? hint : texts.newMint(hint)} {...way} />
  );
};

type Props = {
  offer: GiftOffer;
  sats: number;
  chosen: ZapWay;
  onChoose: (way: ZapWay) => void;
  /** what Lightning is paid from; left out where the recipient has no Lightning address */
  lightning: string | undefined;
  /** the Lightning wallet that is connected */
  wallet: string | undefined;
};

/** With what it is paid: ecash for the key of the recipient, there already or made for it, or Lightning. */
export const ZapPayers = ({ offer, sats, chosen, onChoose, lightning, wallet }: Props) => {
  const name = useId();
  const { through } = offer;
  const rowOf = (way: ZapWay) => ({
    name,
    checked: chosen.by === way.by && (way.by !== 'ecash' || (chosen.by === 'ecash' && chosen.mint === way.mint)),
    onChoose: () => onChoose(way),
  });
  return (
    <fieldset className="field">
      <legend className="field__label">{texts.payWith}</legend>
      <div className="payers">
        {offer.common.map((mint) => (
          <EcashWay key={mint.url} offer={offer} mint={mint} sats={sats} {...rowOf({ by: 'ecash', mint: mint.url })} />
        ))}
        {lightning !== undefined && (
          <WayRow icon="bolt" title={texts.lightning} hint={lightning} {...rowOf(LIGHTNING)} />
        )}
        {wallet !== undefined && through && (
          <WalletWay
            offer={offer}
            through={through}
            sats={sats}
            wallet={wallet}
            {...rowOf({ by: 'wallet', mint: through.url })}
          />
        )}
      </div>
    </fieldset>
  );
};

type PreferenceProps = {
  by: ZapPreference['by'];
  onChoose: (by: ZapPreference['by']) => void;
  /** so many of those who share take ecash that is here */
  takers: number;
  of: number;
};

/** What those who share are given, as far as they take it. */
export const ZapPreferences = ({ by, onChoose, takers, of }: PreferenceProps) => {
  const name = useId();
  return (
    <fieldset className="field">
      <legend className="field__label">{texts.payWith}</legend>
      <div className="payers">
        <WayRow
          icon="coin"
          title={texts.ecash}
          hint={takers === of ? texts.allTakeEcash : texts.someTakeEcash(takers, of)}
          name={name}
          checked={by === 'ecash'}
          onChoose={() => onChoose('ecash')}
        />
        <WayRow
          icon="bolt"
          title={texts.lightning}
          hint={texts.whereTaken}
          name={name}
          checked={by === 'lightning'}
          onChoose={() => onChoose('lightning')}
        />
      </div>
    </fieldset>
  );
};

/** Leads to more at a mint where there is not enough: of the one other mint of ours, else over Lightning. */
export const MoreThere = ({ mint }: { mint: string }) => {
  const open = useOpenOverlay();
  const [other, ...more] = (useEcashStand()?.mints ?? []).filter(({ url }) => url !== mint);
  // of several it cannot be said where it is to go
  const isMove = other !== undefined && other.balance > 0 && more.length === 0;
  const to = isMove ? ({ money: 'transfer', of: other.url } as const) : ({ money: 'deposit', of: mint } as const);
  return (
    <div>
      <Button look="line" size="s" aria-haspopup="dialog" onClick={() => open(to)}>
        {isMove ? texts.moveThere : moneyTexts.kinds.deposit}
      </Button>
    </div>
  );
};

/** `isPayee`: their address may take zaps. */
type NoGiftProps = { offer: GiftOffer; isPayee: boolean; hasWallet: boolean };

/** Why ecash cannot be given although the recipient takes it, and what can be done. */
export const NoGift = ({ offer, isPayee, hasWallet }: NoGiftProps) => {
  const open = useOpenOverlay();
  const openWallets = useWayToWallet();
  const { empty, through } = offer;
  if (!offer.hasWallet)
    return isPayee ? null : (
      <Banner icon="coin" title={texts.needsEcash}>
        <Button look="line" size="s" aria-haspopup="dialog" onClick={() => open({ money: 'ecash' })}>
          {texts.setUpEcash}
        </Button>
      </Banner>
    );
  if (offer.common.length > 0 || (hasWallet && through)) return null;
  return (
    <Banner icon="coin" title={empty === undefined ? texts.noCommon : texts.noneThere(offer.names.join(', '))}>
      {empty !== undefined && (
        <Button look="line" size="s" aria-haspopup="dialog" onClick={() => open({ money: 'transfer' })}>
          {texts.moveThere}
        </Button>
      )}
      {!isPayee && through && (
        <Button look="line" size="s" aria-haspopup="dialog" onClick={openWallets}>
          {texts.connect}
        </Button>
      )}
    </Banner>
  );
};
