import type { ReactNode } from 'react';
import { mintTints } from '#domain/ecash/words/shares.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import type { TokenLook } from '#ports/ecash.ts';
import { Facts, type Fact } from '#ui/kit/facts.tsx';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useMintName } from '#ui/ecash/use-operation.ts';
import '#ui/ecash/moving.css';

const texts = ecashMovesTexts.receive;

const lockText = ({ until }: NonNullable<TokenLook['lock']>): string =>
  until === undefined ? texts.lockedToYou : texts.lockedUntil(dateLabel(until));

/** Of one that is wrong, that is said above. */
const signatureFact = ({ isProven, problem }: TokenLook): Fact => {
  if (isProven) return [texts.signature, texts.verified, 'ok'];
  return [texts.signature, problem ? undefined : texts.unproven];
};

const factsOf = (look: TokenLook): readonly Fact[] => [
  [ecashMovesTexts.memo, look.memo, 'text'],
  [texts.spent, look.gone > 0 ? whole(look.gone) : undefined, 'num'],
  [texts.pieces, whole(look.pieces), 'num'],
  signatureFact(look),
  [texts.lock, look.lock?.ours ? lockText(look.lock) : undefined],
  [texts.fee, look.fee === undefined ? undefined : whole(look.fee), 'num'],
];

/** What a token says, and what its mint says of it; nothing is taken yet. */
export const TokenCard = ({ look, children }: { look: TokenLook; children?: ReactNode }) => {
  const name = useMintName()(look.mint);
  const tints = mintTints(useEcashStand()?.mints.map(({ url }) => url) ?? []);
  const host = hostOf(look.mint);
  return (
    <section className="tok" aria-label={texts.token}>
      <div className="tok__h">
        <MintMark name={look.isKnown ? name : '?'} tint={look.isKnown ? tints.get(look.mint) : 'warn'} />
        <span className="item__txt">
          <b dir="auto">{host}</b>
          <small className={look.isKnown ? undefined : 'c-warn'}>
            {look.isKnown ? `${name} · ${texts.known}` : texts.unknown}
          </small>
        </span>
        <span className="end">
          <b className="num t-xl">{whole(look.amount)}</b>
          <br />
          <span className="c-3 t-sm">{ecashMovesTexts.unit(look.amount)}</span>
        </span>
      </div>
      <Facts facts={factsOf(look)} />
      {look.out !== undefined && !look.problem && <p className="hint">{texts.own}</p>}
      {look.fee === undefined && !look.problem && (
        <p className="hint">
          <b>{texts.silent}.</b> {texts.silentWhy}
        </p>
      )}
      {children}
    </section>
  );
};
