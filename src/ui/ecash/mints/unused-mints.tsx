import { heldEcash } from '#domain/ecash/ledger/held.ts';
import type { EcashMint, EcashStand } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { OverlayLink } from '#ui/overlay-link.tsx';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ActProblem, givesOnFocus, useAct } from '#ui/ecash/act.tsx';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import '#ui/ecash/ecash.css';

const { mintPage, mintsPage: texts } = ecashTexts;

/** What is kept at mints that are not used any more. */
const heldUnused = ({ shelved, open }: EcashStand) => heldEcash({ mints: shelved, open });

/** Takes a mint back, with all that is there. */
const UseAgain = ({ mint: { url, name } }: { mint: EcashMint }) => {
  const ecash = useEcash();
  const act = useAct();
  return (
    <>
      <Button
        ref={givesOnFocus}
        look="line"
        size="s"
        busy={act.isBusy}
        aria-label={texts.againName(name)}
        onClick={() => act.run(() => ecash.unshelveMint(url))}
      >
        {texts.again}
      </Button>
      <ActProblem act={act} />
    </>
  );
};

/** The mints that are not used any more though something is there, and the way back. */
export const UnusedMints = ({ stand }: { stand: EcashStand }) => {
  const open = useOpenOverlay();
  const { mints } = heldUnused(stand);
  if (mints.length === 0) return null;
  return (
    <section className="wl__part">
      <h2>{texts.unused}</h2>
      <ul className="list" aria-label={texts.unused}>
        {mints.map((mint) => (
          <li key={mint.url} className="row unused">
            <button
              type="button"
              className="item grow"
              aria-haspopup="dialog"
              onClick={() => open({ money: 'mint', of: mint.url })}
            >
              <MintMark name={mint.name} tint={undefined} />
              <span className="item__txt">
                <b className="clip">
                  <bdi>{mint.name}</bdi>
                </b>
                <small>{texts.kept(mint.balance)}</small>
              </span>
            </button>
            <UseAgain mint={mint} />
          </li>
        ))}
      </ul>
      <p className="hint">{texts.unusedHint}</p>
    </section>
  );
};

/** That something is at such mints, beside the balance that it is not in. */
export const UnusedLine = ({ stand }: { stand: EcashStand }) => {
  const { balance } = heldUnused(stand);
  if (balance === 0) return null;
  return (
    <p className="hint">
      <OverlayLink to={{ money: 'mints' }}>{texts.elsewhere(balance)}</OverlayLink>
    </p>
  );
};

/** The same of one mint, on its page. */
export const UnusedHere = ({ stand, mint }: { stand: EcashStand; mint: EcashMint }) => {
  const sats = heldUnused(stand).mints.find(({ url }) => url === mint.url)?.balance ?? 0;
  return (
    <section className="wl__part">
      <Banner icon="info" title={mintPage.unused}>
        {mintPage.unusedWhy(sats)}
      </Banner>
      <UseAgain mint={mint} />
    </section>
  );
};
