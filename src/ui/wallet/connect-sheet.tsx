import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { sealed } from '#domain/protocol/sealed.ts';
import { pairingInAddress, readPairingCode } from '#domain/wallet/pairing-code.ts';
import { WALLET_NAME_MAX } from '#domain/wallet/wallet-limits.ts';
import { walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { FreeText } from '#ui/kit/free-text.tsx';
import { PasteButton } from '#ui/kit/paste-button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { UnlockButton } from '#ui/ecash/act.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { pairing } from '#ui/secret-address.ts';
import { ScanCode } from '#ui/scan/scanner.tsx';
import { SecretInput, type SecretField } from '#ui/session/secret-input.tsx';
import { useClosing } from '#ui/session/use-closing.ts';
import { useAccountState } from '#ui/session/use-login.ts';
import { useArea, useSystem } from '#ui/system-context.ts';
import { dayOfYear } from '#ui/texts/dates.ts';
import { walletProblemText, walletTexts as texts } from '#ui/texts/wallet.ts';
import { WalletLoginFirst } from './login-first.tsx';
import { useMayConnect, useWallet } from './use-wallet.ts';

const words = texts.sheet;

/** WALLET-04 */
const nameOfToday = () => texts.name(dayOfYear(Date.now()));

type Keeping = 'can' | 'locked' | 'cannot';

/** Whether the code can be encrypted to the user: not while the key is locked, and never by an extension that only signs. */
const useKeeping = (): Keeping => {
  const signer = useSystem().session()?.signer();
  const isLocked = useAccountState() === 'locked';
  if (isLocked) return 'locked';
  return signer === undefined || (signer.nip44 ?? signer.nip04) !== undefined ? 'can' : 'cannot';
};

type NameProps = {
  name: string;
  onName: (name: string) => void;
  keeping: Keeping;
  keep: boolean;
  onKeep: (keep: boolean) => void;
};

const NameAndKeep = ({ name, onName, keeping, keep, onKeep }: NameProps) => {
  const id = useId();
  return (
    <>
      <FreeText label={words.name} value={name} most={WALLET_NAME_MAX} onChange={onName} />
      {keeping !== 'cannot' && (
        <label className="checkline">
          <input
            className="check"
            type="checkbox"
            checked={keep && keeping === 'can'}
            disabled={keeping === 'locked'}
            aria-labelledby={`${id}-keep`}
            aria-describedby={`${id}-why`}
            onChange={(event) => onKeep(event.target.checked)}
          />
          <span className="item__txt">
            <b id={`${id}-keep`}>{words.keep}</b>
            <small id={`${id}-why`}>{keeping === 'locked' ? words.keepLocked : words.keepWhy}</small>
          </span>
        </label>
      )}
      {keeping === 'locked' && <UnlockButton />}
    </>
  );
};

const problemOfCode = (code: string): WalletProblem | undefined => {
  try {
    readPairingCode(code);
    return undefined;
  } catch (error) {
    return walletProblemOf(error);
  }
};

/** Where the connect of this sheet stands. */
const useConnecting = () => {
  const connection = useArea('wallet-connection');
  const [isAsked, ask] = useState(false);
  const [unreadable, tell] = useState<WalletProblem>();
  const isConnecting = useSelector(connection, (snapshot) => snapshot.hasTag('connecting')) && isAsked;
  const isConnected = useSelector(connection, (snapshot) => snapshot.hasTag('connected'));
  const problem = useSelector(connection, ({ context }) => context.problem);
  /** false when nothing was to be stopped */
  const stop = (): boolean => {
    if (isConnecting) {
      ask(false);
      connection.send({ type: 'wallet.cancel' });
    }
    return isConnecting;
  };
  const leave = useEffectEvent(stop);
  // however the sheet is closed
  useEffect(() => () => void leave(), []);
  return {
    /** that of another view is no hindrance: this one takes its place */
    isConnecting,
    // where it failed, the wallet of before is connected again
    isDone: isAsked && isConnected && problem === undefined,
    problem: unreadable ?? (isAsked ? problem : undefined),
    connect(code: string, name: string, keep: boolean) {
      const wrong = problemOfCode(code);
      tell(wrong);
      // the wallet that is connected is not disturbed for what cannot be one
      if (wrong) return;
      ask(true);
      connection.send({
        type: 'wallet.connect',
        wish: { kind: 'code', code: sealed(code), name: name.trim(), defaultName: nameOfToday(), keep },
      });
    },
    stop,
  };
};

/** Who answers for a wallet, as its code says: where it is reached, and its Lightning address. */
const whereOf = (code: string): string | undefined => {
  try {
    const { relays, lud16 } = readPairingCode(code);
    const hosts = relays.map((relay) => new URL(relay).host);
    return [...(lud16 === undefined ? [] : [lud16]), ...hosts].join(', ');
  } catch {
    // what is wrong with it is said when it is to be connected
    return undefined;
  }
};

/** The code that a link brought is in the field; what it may be known by is given. Nothing is connected by that. */
const useBrought = (code: RefObject<SecretField | null>): string | undefined => {
  const [where] = useState(() => whereOf(pairingInAddress(pairing.address ?? '') ?? ''));
  useEffect(() => {
    const brought = pairingInAddress(pairing.address ?? '');
    delete pairing.address;
    if (brought !== undefined) code.current?.write(brought);
  }, [code]);
  return where;
};

type CodeProps = { code: RefObject<SecretField | null>; problem: string | undefined };

/** The code, and the ways to get it in there. */
const CodeField = ({ code, problem }: CodeProps) => {
  const [isUnreadable, setUnreadable] = useState(false);
  const put = (text: string) => {
    setUnreadable(false);
    code.current?.write(text);
  };
  return (
    <>
      <SecretInput
        ref={code}
        label={words.code}
        hint={words.codeHint}
        mono
        rows={3}
        autoComplete="off"
        problem={problem ?? (isUnreadable ? words.cannotPaste : undefined)}
      >
        <PasteButton label={words.paste} onPaste={put} onUnreadable={() => setUnreadable(true)} />
      </SecretInput>
      <ScanCode wish="pairing" onFound={put} />
    </>
  );
};

/** Connects a remote wallet by its code, which React never holds (`walletConnect=true`, WALLET-01 to WALLET-06). */
export const ConnectSheet = () => {
  const formId = useId();
  useWallet();
  const { close } = useOverlay('walletConnect');
  const { isConnecting, isDone, problem, connect, stop } = useConnecting();
  const mayConnect = useMayConnect();
  const keeping = useKeeping();
  const code = useRef<SecretField>(null);
  const brought = useBrought(code);
  const [proposed] = useState(nameOfToday);
  const [typed, setName] = useState<string>();
  const [keep, setKeep] = useState(true);
  useClosing(isDone, close);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isConnecting && mayConnect) {
      // what is only proposed takes no saved wallet its name
      connect(code.current?.read() ?? '', typed ?? '', keep && keeping === 'can');
    }
  };
  const isOfCode = problem?.code.includes('pairing') === true;
  return (
    <Sheet
      title={words.title}
      onClose={close}
      foot={
        <>
          <Button onClick={() => stop() || close()}>{texts.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            form={formId}
            busy={isConnecting}
            aria-disabled={isConnecting || undefined}
            disabled={!mayConnect}
          >
            {words.submit}
          </Button>
        </>
      }
    >
      {!mayConnect && <WalletLoginFirst />}
      {brought !== undefined && (
        <Banner icon="link" title={words.brought}>
          {words.broughtBy(brought)}
        </Banner>
      )}
      <form id={formId} className="stack" onSubmit={submit}>
        <CodeField code={code} problem={isOfCode && problem ? texts.error(walletProblemText(problem)) : undefined} />
        <NameAndKeep name={typed ?? proposed} onName={setName} keeping={keeping} keep={keep} onKeep={setKeep} />
        {problem && !isOfCode && <Problem>{`${texts.failedNwc}. ${texts.error(walletProblemText(problem))}`}</Problem>}
      </form>
    </Sheet>
  );
};
