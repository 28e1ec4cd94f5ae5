import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { isRequestText } from '#domain/ecash/requests/request-text.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { tokenEnd } from '#domain/ecash/ledger/ledger-history.ts';
import { glanceAtToken, isOpenTo, type TokenGlance } from '#domain/ecash/tokens/token-glance.ts';
import { toSeconds } from '#domain/units.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { MintMark } from '#ui/kit/mint-mark.tsx';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { useAccount } from '#ui/system-context.ts';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { wordsFor } from '#ui/texts/say.ts';
import { tokenTexts as texts } from '#ui/texts/token.ts';
import { useAskedByItself } from './asked-by-itself.ts';
import { askedTokens, type AskedToken } from './asked-tokens.ts';
import { knownMint } from './known-mint.ts';
import { isInvoiceText, NoteInvoice, QuotedInvoice } from './note-invoice.tsx';
import { NoteRequest, QuotedRequest } from './note-request.tsx';
import { tokenAtHand } from './token-at-hand.ts';
import { TokenStatus } from './token-status.tsx';
import { useLateEcash } from './use-late-ecash.ts';
import './note-token.css';

const useGlance = (text: string) => {
  const [now] = useState(() => toSeconds(Date.now()));
  return useMemo(() => glanceAtToken(text, now, isSampleNetwork()), [text, now]);
};

const useAsked = (text: string, pubkey: string | undefined) =>
  useSyncExternalStore(askedTokens.subscribe, () => askedTokens.get(text, pubkey));

const lockText = ({ lock }: TokenGlance, isOurs: boolean): string | undefined => {
  if (lock === undefined) return undefined;
  if (lock === 'other') return texts.lockedOther;
  if (lock.until === undefined) return isOurs ? texts.lockedToYou : texts.locked;
  const date = dateLabel(lock.until);
  return isOurs ? texts.lockedToYouUntil(date) : texts.lockedUntil(date);
};

type FootProps = {
  text: string;
  name: string;
  asked: AskedToken | undefined;
  isTaken: boolean;
  isOurs: boolean;
  isNew: boolean;
  onAsk: () => void;
};

type FaceProps = { token: TokenGlance; known: ReturnType<typeof knownMint>; isNew: boolean };

/** What a token says, by whichever mint. */
const Face = ({ token: { host, amount, memo }, known, isNew }: FaceProps) => (
  <>
    <MintMark name={known?.name ?? host} tint={known?.tint ?? 'warn'} />
    <span className="item__txt">
      <b dir="auto">{texts.from(known?.name ?? host)}</b>
      {isNew ? <small className="c-warn">{texts.newMint}</small> : <small dir="ltr">{host}</small>}
    </span>
    <span className="ecash__a">
      <b>{whole(amount)}</b>
      <br />
      <small>{texts.unit(amount)}</small>
    </span>
    {memo !== undefined && (
      <p className="ecash__m" dir="auto">
        {texts.memo(memo)}
      </p>
    )}
  </>
);

const Unreadable = ({ problem, children }: { problem: EcashProblem; children?: ReactNode }) => (
  <section className="ecash" data-s="spent" aria-label={texts.unreadable}>
    <MintMark name="?" tint="warn" />
    <span className="item__txt">
      <b>{texts.unreadable}</b>
      <small>{problem.code === 'token-too-long' ? texts.tooLong : wordsFor(ecashProblems, problem)}</small>
    </span>
    {children}
  </section>
);

/** What stands beneath: how the token stands, and the way to take it. */
const Foot = ({ text, name, asked, isTaken, isOurs, isNew, onAsk }: FootProps) => {
  const account = useAccount();
  const open = useOpenToWrite();
  const isSpent = isTaken || (asked?.type === 'told' && asked.stand.state === 'spent');
  const receive = () => {
    tokenAtHand.give(text, account);
    open({ money: 'receive' }, texts.receive);
  };
  return (
    <div className="ecash__f">
      <TokenStatus asked={asked} isTaken={isTaken} mint={name} onAsk={onAsk} />
      {!isSpent && isOurs && (
        <Button size="s" {...(!isNew && { look: 'value' as const })} aria-haspopup="dialog" onClick={receive}>
          {isNew ? texts.lookCloser : texts.receive}
        </Button>
      )}
      {!isSpent && !isOurs && <CopyButton text={text} label={texts.copy} bare />}
    </div>
  );
};

const Card = ({ text, token }: { text: string; token: TokenGlance }) => {
  const place = useRef<HTMLElement>(null);
  const { stand, start, isNew } = useAskedByItself(text, token.mint, place);
  const { pubkey } = useAccount();
  const answer = useAsked(text, pubkey);
  const known = knownMint(stand, token.mint);
  const told = answer?.type === 'told' ? answer : undefined;
  const end = told && stand && tokenEnd(stand.history, told.stand.y);
  const isTaken = end === 'done';
  // somebody was quicker: that was found out after the mint was asked
  const asked = told && end ? { ...told, stand: { ...told.stand, state: 'spent' as const } } : answer;
  const isOurs = isOpenTo(token.lock, stand?.lockKey);
  const locked = lockText(token, isOurs);
  const name = known?.name ?? token.host;
  return (
    <section
      ref={place}
      className="ecash"
      data-s={asked?.type === 'told' && asked.stand.state === 'spent' ? 'spent' : undefined}
      aria-label={texts.label(whole(token.amount), name)}
    >
      <Face token={token} known={known} isNew={isNew} />
      {locked !== undefined && <p className="t-sm c-2">{locked}</p>}
      <Foot
        text={text}
        name={name}
        asked={asked}
        isTaken={isTaken}
        isOurs={isOurs}
        isNew={isNew}
        onAsk={() => start((ecash) => askedTokens.ask(ecash, text, pubkey, false))}
      />
    </section>
  );
};

/** Ecash that stands in a note: what it says, whether it is still there, and the way to take it. */
const Ecash = ({ text }: { text: string }) => {
  const { token, problem } = useGlance(text);
  if (token) return <Card text={text} token={token} />;
  return (
    <Unreadable problem={problem}>
      {problem.code !== 'token-too-long' && (
        <div className="ecash__f">
          <CopyButton text={text} label={texts.copy} />
        </div>
      )}
    </Unreadable>
  );
};

const QuotedEcash = ({ text }: { text: string }) => {
  const { token, problem } = useGlance(text);
  const { stand } = useLateEcash();
  if (!token) return <Unreadable problem={problem} />;
  const known = knownMint(stand, token.mint);
  return (
    <section className="ecash" aria-label={texts.label(whole(token.amount), known?.name ?? token.host)}>
      <Face token={token} known={known} isNew={false} />
    </section>
  );
};

/** Ecash that stands in a note, a request to be paid with some, or an invoice. */
export const NoteToken = ({ text }: { text: string }) => {
  if (isInvoiceText(text)) return <NoteInvoice text={text} />;
  return isRequestText(text) ? <NoteRequest text={text} /> : <Ecash text={text} />;
};

/** The same in a quote, which is a link as a whole: nothing in it can be pressed, and no mint is asked. */
export const QuotedToken = ({ text }: { text: string }) => {
  if (isInvoiceText(text)) return <QuotedInvoice text={text} />;
  return isRequestText(text) ? <QuotedRequest text={text} /> : <QuotedEcash text={text} />;
};
