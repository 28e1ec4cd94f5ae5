import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { TOKEN_TYPING_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError, failedWith } from '#domain/ecash/ecash-problem.ts';
import { tokenEnd } from '#domain/ecash/ledger/ledger-history.ts';
import { bareRequestText, isRequestText } from '#domain/ecash/requests/request-text.ts';
import type { EcashMint, TokenLook } from '#ports/ecash.ts';
import { Button } from '#ui/kit/button.tsx';
import { PasteButton } from '#ui/kit/paste-button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { ScanCode } from '#ui/scan/scanner.tsx';
import type { PageProps } from '#ui/money/ecash-pages.ts';
import { useBegun, useFollowUp } from '#ui/money/follow-up.ts';
import { whole } from '#ui/texts/formats.ts';
import { requestTexts } from '#ui/texts/request.ts';
import { tokenAtHand } from '#ui/token/token-at-hand.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ActProblem, UnlockButton, useAct, type Act } from '#ui/ecash/act.tsx';
import { MintChoice } from '#ui/ecash/mints/mint-choice.tsx';
import { NeedsMint } from '#ui/ecash/mints/needs-mint.tsx';
import { ReceiveProgress } from './receive-progress.tsx';
import { ecashProblemText, failureText, isLockedOut } from '#ui/ecash/failure-text.ts';
import { TokenCard } from './token-card.tsx';
import { tokenHelp } from './token-help.ts';
import { CostsHelp } from '#ui/ecash/costs-problem.tsx';
import { useCosts } from '#ui/ecash/use-costs.ts';
import { useIsEcashOpen } from '#ui/ecash/use-ecash-access.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import { useAccount } from '#ui/system-context.ts';

const texts = ecashMovesTexts.receive;

/** What is pasted is whole. */
const isTyped = (event: Event): boolean =>
  event instanceof InputEvent && /^(?:insertText|insertCompositionText|delete)/.test(event.inputType);

type Read = {
  readonly look?: TokenLook;
  readonly problem?: string;
  readonly help?: string | undefined;
  /** nothing of it can be known before the wallet is open */
  readonly isLocked?: boolean;
};

/** Reads what is in the field; a token is worth money, so React never holds its text. */
const useTokenField = () => {
  const ecash = useEcash();
  const { pubkey } = useAccount();
  const followUp = useFollowUp();
  const field = useRef<HTMLTextAreaElement>(null);
  const [read, tell] = useState<Read>({});
  const [isReading, setReading] = useState(false);
  const turn = useRef(0);
  const hereOf = ({ isOwn, y }: TokenLook) => {
    if (isOwn) return 'made';
    return tokenEnd(ecash.stand.get()?.history ?? [], y) === 'done' ? 'received' : undefined;
  };
  const isOpen = useIsEcashOpen();
  const text = () => field.current?.value.trim() ?? '';
  const look = (waitMs = 0) => {
    const mine = (turn.current += 1);
    tell({});
    setReading(text() !== '');
    if (text() === '') return;
    if (isRequestText(text())) return followUp(bareRequestText(text()));
    const learn = (said: Read) => {
      if (turn.current !== mine) return;
      setReading(false);
      tell(said);
    };
    setTimeout(() => {
      if (turn.current !== mine) return;
      ecash.readToken(text()).then(
        (look) =>
          learn({
            look,
            ...(look.problem && {
              problem: ecashProblemText(look.problem),
              help: tokenHelp(look.problem, hereOf(look)),
            }),
          }),
        (error: unknown) =>
          learn({
            problem: failureText(error),
            isLocked: isLockedOut(error),
            ...(error instanceof EcashError && { help: tokenHelp(error.problem) }),
          }),
      );
    }, waitMs);
  };
  const put = (given: string) => {
    if (field.current) field.current.value = given;
    look();
  };
  const begin = useEffectEvent((canRead: boolean) => {
    const given = tokenAtHand.take(pubkey);
    if (given !== undefined) put(given);
    else if (canRead && read.isLocked) look();
  });
  useEffect(() => {
    const timer = setTimeout(() => begin(isOpen));
    return () => clearTimeout(timer);
  }, [isOpen]);
  return { field, read, isReading, text, look, put, tell };
};

type TokenField = ReturnType<typeof useTokenField>;

/** The other way round: they are asked for it. */
const Ask = () => {
  const followUp = useFollowUp();
  return (
    <Button look="line" icon="qr" aria-haspopup="dialog" onClick={() => followUp('request')}>
      {requestTexts.ask}
    </Button>
  );
};

const Field = ({ token: { field, read, look, put, tell } }: { token: TokenField }) => {
  const id = useId();
  return (
    <>
      <div className="field">
        <label htmlFor={id}>
          {texts.token} <small>{texts.tokenHint}</small>
        </label>
        <div className="inset">
          <textarea
            ref={field}
            className="input input--mono token-in"
            id={id}
            rows={3}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-invalid={read.problem !== undefined || undefined}
            aria-describedby={read.problem === undefined ? undefined : `${id}-problem`}
            onInput={({ nativeEvent }) => look(isTyped(nativeEvent) ? TOKEN_TYPING_MS : 0)}
          />
          <PasteButton label={texts.paste} onPaste={put} onUnreadable={() => tell({ problem: texts.cannotPaste })} />
        </div>
        {read.problem !== undefined && <Problem id={`${id}-problem`}>{read.problem}</Problem>}
      </div>
      {read.help !== undefined && <p className="hint">{read.help}</p>}
      {read.isLocked && <UnlockButton />}
      {!read.look && <ScanCode wish="token" onFound={put} />}
      {!read.look && <Ask />}
    </>
  );
};

/** Where the worth of a token goes: a mint that is used, or undefined for the token's own. */
const useDestination = (token: TokenField, mints: readonly EcashMint[]) => {
  const ecash = useEcash();
  const { look } = token.read;
  const [trusted, setTrusted] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const into = mints.find(({ url }) => url === chosen) ?? mints[0];
  const other = look && !look.isKnown && !look.problem ? into : undefined;
  const key = look && other ? `${look.mint} ${look.amount} ${look.fee} ${other.url}` : undefined;
  const swap = useCosts(key, () => ecash.swapCosts(look!, other!.url));
  // a mint that was not used before is never chosen but by the person
  const isTrusted = !other || look?.mint === trusted;
  // of this mint alone: the next token may be of another one
  const trust = (isTrusted: boolean) => setTrusted(isTrusted ? look?.mint : undefined);
  const choose = (url: string) => {
    setChosen(url);
    trust(false);
  };
  return { other, mints, swap, isTrusted, trust, choose };
};

type Destination = ReturnType<typeof useDestination>;

const Choice = ({ destination: { other, mints, swap, isTrusted, trust, choose } }: { destination: Destination }) => {
  const name = useId();
  const { costs, problem, help } = swap;
  const why = costs ? texts.swapCost(whole(costs.reserve + costs.fee)) : ecashMovesTexts.counting;
  const isNot = problem !== undefined;
  return (
    <fieldset className="stack">
      <legend className="vh">{texts.where}</legend>
      {other && (
        <label className="checkline">
          <input
            className="radio"
            type="radio"
            name={name}
            aria-labelledby={`${name}-swap`}
            checked={!isTrusted && !isNot}
            disabled={isNot}
            onChange={() => trust(false)}
          />
          <span className="item__txt">
            <b id={`${name}-swap`}>{texts.swap(other.name)}</b>
            <small>{isNot ? `${help ? texts.swapNotNow : texts.swapNot}. ${problem}` : why}</small>
          </span>
        </label>
      )}
      <CostsHelp costs={swap} />
      {other && mints.length > 1 && (
        <MintChoice label={ecashMovesTexts.to} mints={mints} value={other.url} onChoose={choose} />
      )}
      <label className="checkline">
        <input
          className="radio"
          type="radio"
          name={name}
          aria-labelledby={`${name}-trust`}
          checked={isTrusted}
          onChange={() => trust(true)}
        />
        <span className="item__txt">
          <b id={`${name}-trust`}>{texts.trust}</b>
          <small>{texts.trustWhy}</small>
        </span>
      </label>
    </fieldset>
  );
};

const netOf = (look: TokenLook, { isTrusted, swap }: Destination): number | undefined => {
  if (!isTrusted) return swap.costs?.amount;
  return look.fee === undefined ? undefined : look.amount - look.fee;
};

type WishProps = { mints: readonly EcashMint[]; onBegun: (id: string) => void; onClose: () => void };

const Receive = ({
  look,
  destination,
  act,
  onReceive,
}: {
  look: TokenLook | undefined;
  destination: Destination;
  act: Act;
  onReceive: () => void;
}) => {
  const net = look && !look.problem ? netOf(look, destination) : undefined;
  const isReady = look !== undefined && !look.problem && (destination.isTrusted || net !== undefined);
  return (
    <Button look="value" busy={act.isBusy} disabled={!isReady} onClick={onReceive}>
      {look?.out !== undefined && ecashMovesTexts.send.takeBack}
      {look?.out === undefined && (net === undefined ? texts.receiveBare : texts.receive(whole(net)))}
    </Button>
  );
};

const Wish = ({ mints, onBegun, onClose }: WishProps) => {
  const ecash = useEcash();
  const act = useAct();
  const token = useTokenField();
  const { look } = token.read;
  const destination = useDestination(token, mints);
  const receive = () =>
    act.run(async () => {
      const into = destination.isTrusted ? undefined : destination.other?.url;
      if (look?.out === undefined)
        return await ecash.receive(token.text(), into, look).then(onBegun, (error: unknown) => {
          // it is worth less than it was a moment ago
          if (failedWith(error, 'token-partly-spent')) token.look();
          throw error;
        });
      // where another tab does so already, or it was taken, that is shown
      await ecash.reclaim(look.out);
      onBegun(look.out);
    });
  const isNew = look !== undefined && !look.isKnown && !look.problem;
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{isNew ? texts.notNow : ecashMovesTexts.cancel}</Button>
          <Receive look={look} destination={destination} act={act} onReceive={receive} />
        </>
      }
    >
      <Field token={token} />
      {token.isReading && <output className="hint">{texts.reading}</output>}
      {look && <TokenCard look={look}>{isNew && <Choice destination={destination} />}</TokenCard>}
      <ActProblem act={act} />
    </Sheet>
  );
};

/** Takes a token: what it says first, where its worth is to go, then what becomes of it (SEND-01). */
export const TakeTokenSheet = ({ onBegun, onClose }: PageProps) => {
  const { id, begin, forget } = useBegun(onBegun);
  if (id !== undefined) return <ReceiveProgress id={id} onAgain={forget} onClose={onClose} />;
  return (
    <NeedsMint title={texts.title} wants="wallet" onClose={onClose}>
      {(mints) => <Wish mints={mints} onBegun={begin} onClose={onClose} />}
    </NeedsMint>
  );
};
