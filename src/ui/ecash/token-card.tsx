import type { ReactNode } from 'react';
import { SECOND } from '#domain/units.ts';
import type { TokenLook } from '#ports/ecash.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { movingTexts } from '#ui/texts/moving.ts';
import { MintMark } from './mint-mark.tsx';
import { useMintName } from './use-operation.ts';
import './moving.css';

const texts = movingTexts.receive;

const Row = ({ name, mono = false, children }: { name: string; mono?: boolean; children: ReactNode }) => (
  <div className="kv__row">
    <dt>{name}</dt>
    <dd className={mono ? 'num' : undefined} dir="auto">
      {children}
    </dd>
  </div>
);

const lockText = ({ until }: NonNullable<TokenLook['lock']>): string =>
  until === undefined ? texts.lockedToYou : texts.lockedUntil(dateLabel(Math.floor(until / SECOND)));

const Facts = ({ look }: { look: TokenLook }) => (
  <dl className="kv">
    {look.memo !== undefined && <Row name={movingTexts.memo}>{look.memo}</Row>}
    <Row name={texts.pieces} mono>
      {whole(look.pieces)}
    </Row>
    <Row name={texts.signature}>
      {look.isProven ? (
        <span className="tok__ok c-ok">
          <Icon name="check" size="xs" /> {texts.verified}
        </span>
      ) : (
        texts.unproven
      )}
    </Row>
    {look.lock?.ours && <Row name={texts.lock}>{lockText(look.lock)}</Row>}
    {look.fee !== undefined && (
      <Row name={texts.fee} mono>
        {whole(look.fee)}
      </Row>
    )}
  </dl>
);

/** What a token says, and what its mint says of it; nothing is taken yet. */
export const TokenCard = ({ look, children }: { look: TokenLook; children?: ReactNode }) => {
  const name = useMintName()(look.mint);
  const host = URL.parse(look.mint)?.host ?? look.mint;
  return (
    <section className="tok" aria-label={texts.token}>
      <div className="tok__h">
        <MintMark name={look.isKnown ? name : '?'} {...(!look.isKnown && { tint: 'warn' })} />
        <span className="item__txt">
          <b dir="auto">{host}</b>
          <small className={look.isKnown ? undefined : 'c-warn'}>
            {look.isKnown ? `${name} · ${texts.known}` : texts.unknown}
          </small>
        </span>
        <span className="end">
          <b className="num t-xl">{whole(look.amount)}</b>
          <br />
          <span className="c-3 t-sm">{movingTexts.sats}</span>
        </span>
      </div>
      <Facts look={look} />
      {look.fee === undefined && !look.problem && (
        <p className="hint">
          <b>{texts.silent}.</b> {texts.silentWhy}
        </p>
      )}
      {children}
    </section>
  );
};
