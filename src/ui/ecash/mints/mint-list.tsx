import type { CSSProperties } from 'react';
import { mintTints, percentsOf, type MintTint } from '#domain/ecash/words/shares.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { whole } from '#ui/texts/formats.ts';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';
import { shortMint } from './mint-address.ts';
import { MintMark, tintStyle } from '#ui/kit/mint-mark.tsx';
import { MintStands } from './mint-stands.tsx';
import '#ui/ecash/ecash.css';

export type SharedMint = { readonly mint: EcashMint; readonly tint: MintTint; readonly percent: number };

/** Each mint with its colour and its share of all. */
export const sharedMints = (mints: readonly EcashMint[]): readonly SharedMint[] => {
  const tints = mintTints(mints.map(({ url }) => url));
  const percents = percentsOf(mints.map(({ balance }) => balance));
  return mints.map((mint, at) => ({ mint, tint: tints.get(mint.url)!, percent: percents[at]! }));
};

/** The shares as a bar, where there is something to share; the list says the same in words. */
export const ShareBar = ({ mints }: { mints: readonly EcashMint[] }) => {
  const shares = sharedMints(mints).filter(({ mint }) => mint.balance > 0);
  if (shares.length === 0) return null;
  return (
    <div className="wl__share" aria-hidden="true">
      {shares.map(({ mint, tint }) => (
        <i key={mint.url} style={{ ...tintStyle(tint), flexGrow: mint.balance }} />
      ))}
    </div>
  );
};

type Props = {
  label: string;
  mints: readonly EcashMint[];
  /** with how it answers and its share as a bar, instead of its address */
  isDetailed?: boolean;
};

/** The mints of this wallet; each leads to its page. */
export const MintList = ({ label, mints, isDetailed = false }: Props) => {
  const open = useOpenOverlay();
  return (
    <ul className={isDetailed ? 'list mints' : 'list'} aria-label={label}>
      {sharedMints(mints).map(({ mint, tint, percent }) => (
        <li key={mint.url}>
          <button
            type="button"
            className="item"
            aria-haspopup="dialog"
            onClick={() => open({ money: 'mint', of: mint.url })}
          >
            <MintMark name={mint.name} tint={tint} />
            <span className="item__txt">
              <b className="clip">
                <bdi>{mint.name}</bdi>
              </b>
              {isDetailed && mint.isOwn && <MintStands seen={mint.seen} />}
              {!isDetailed && mint.isOwn && shortMint(mint.url) !== mint.name && (
                <small className="clip">{shortMint(mint.url)}</small>
              )}
              {!mint.isOwn && <small className="clip">{texts.mintPage.notYours}</small>}
            </span>
            <span className="end hist">
              <b className="num">{whole(mint.balance)}</b>
              <small>{texts.percent(whole(percent))}</small>
            </span>
            {isDetailed && (
              <span className="stripe stripe--s" style={tintStyle(tint)} aria-hidden="true">
                <i style={{ '--v': `${percent}%` } as CSSProperties} />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
};
