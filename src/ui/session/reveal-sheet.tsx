import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { mayDo } from '#domain/session/account.ts';
import { NSEC_SHOWN_MS, WAIT_STEP_MS } from '#domain/session/session-limits.ts';
import type { KeyForm } from '#machines/session/key-view.machine.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useAccount, useArea } from '#ui/system-context.ts';
import { KeyLine } from './key-line.tsx';
import { KeyQr } from './key-qr.tsx';
import { PassphraseForm } from './passphrase-form.tsx';
import { PersonLine } from './person-line.tsx';
import { sessionTexts } from '#ui/texts/session.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { useAccountState } from './use-login.ts';
import { WaitPanel } from './wait-panel.tsx';
import './session.css';

/** The key that was revealed, as long as it is shown; it never becomes state. */
const useRevealed = () => {
  const view = useArea('key-view');
  const kept = useRef('');
  useEffect(() => {
    const { unsubscribe } = view.on('key.revealed', ({ secret }) => {
      kept.current = secret.take() ?? '';
    });
    view.send({ type: 'view.open' });
    return () => {
      unsubscribe();
      kept.current = '';
      view.send({ type: 'view.close' });
    };
  }, [view]);
  const isShown = useSelector(view, (snapshot) => snapshot.hasTag('unlocked'));
  useEffect(() => {
    if (!isShown) kept.current = '';
  }, [isShown]);
  return { view, isShown, read: useCallback(() => kept.current, []) };
};

/** Seconds until the key is hidden again. */
const useSecondsLeft = (): number => {
  const [left, setLeft] = useState(NSEC_SHOWN_MS / WAIT_STEP_MS);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(before - 1, 0)), WAIT_STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return left;
};

const Shown = ({ as, read }: { as: KeyForm; read: () => string }) => {
  const texts = as === 'nsec' ? sessionTexts.view : sessionTexts.export;
  return (
    <>
      <Banner tone="ok" icon="unlock" title={texts.verified}>
        {texts.verifiedWhy}
      </Banner>
      <KeyLine label={texts.secretKey} hint={texts.secretHint} read={read} />
      {as === 'nsec' && <KeyQr read={read} />}
      <p className="hint">{sessionTexts.view.hides(useSecondsLeft())}</p>
    </>
  );
};

type LockedProps = { as: KeyForm; formId: string; pubkey: string; wasShown: boolean };

const Locked = ({ as, formId, pubkey, wasShown }: LockedProps) => {
  const view = useArea('key-view');
  const message = useSelector(view, ({ context }) => problemText(context.problem));
  const busy = useSelector(view, (snapshot) => snapshot.hasTag('busy'));
  const texts = as === 'nsec' ? sessionTexts.view : sessionTexts.export;
  return (
    <>
      <p className="sheet__lead">{texts.lead}</p>
      {wasShown && (
        <Banner icon="lock" title={sessionTexts.view.hidden}>
          {sessionTexts.view.hiddenWhy}
        </Banner>
      )}
      <div className="row who">
        <PersonLine pubkey={pubkey} size="m" />
      </div>
      <PassphraseForm
        id={formId}
        key={pubkey}
        npub={encodeNpub(pubkey)}
        message={message}
        busy={busy}
        onSubmit={(passphrase) => view.send({ type: 'view.submit', passphrase, as })}
      />
      {busy && <WaitPanel title={sessionTexts.unlock.busy} why={sessionTexts.unlock.busyWhy} />}
    </>
  );
};

const Denied = ({ title, onClose }: { title: string; onClose: () => void }) => (
  <Sheet title={title} onClose={onClose} foot={<Button onClick={onClose}>{sessionTexts.done}</Button>}>
    <Banner icon="info" title={sessionTexts.view.denied}>
      {sessionTexts.view.deniedWhy}
    </Banner>
  </Sheet>
);

type Props = { as: KeyForm; pubkey: string; onClose: () => void };

const Reveal = ({ as, pubkey, onClose }: Props) => {
  const formId = useId();
  const { view, isShown, read } = useRevealed();
  const busy = useSelector(view, (snapshot) => snapshot.hasTag('busy'));
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  const texts = as === 'nsec' ? sessionTexts.view : sessionTexts.export;
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        isShown ? (
          <Button look="primary" onClick={onClose}>
            {sessionTexts.view.close}
          </Button>
        ) : (
          <>
            <Button onClick={busy ? () => view.send({ type: 'view.cancel' }) : onClose}>{sessionTexts.cancel}</Button>
            <Button look="primary" icon="unlock" type="submit" form={formId} busy={busy}>
              {texts.submit}
            </Button>
          </>
        )
      }
    >
      {isShown ? <Shown as={as} read={read} /> : <Locked as={as} formId={formId} pubkey={pubkey} wasShown={wasShown} />}
    </Sheet>
  );
};

const RevealSheet = ({ as, onClose }: { as: KeyForm; onClose: () => void }) => {
  const { pubkey, persisted } = useAccount();
  const isAllowed = mayDo('view nsec', useAccountState(), persisted).allowed;
  const { title } = as === 'nsec' ? sessionTexts.view : sessionTexts.export;
  if (!isAllowed || pubkey === undefined) return <Denied title={title} onClose={onClose} />;
  return <Reveal as={as} pubkey={pubkey} onClose={onClose} />;
};

/** Shows the nsec after the passphrase, for a while (`viewNsec=true`, KEY-32 to KEY-35). */
export const ViewNsecSheet = () => <RevealSheet as="nsec" onClose={useOverlay('viewNsec').close} />;

/** Gives the key out as ncryptsec, encrypted under its passphrase (`exportKey=true`, NIP-49). */
export const ExportKeySheet = () => <RevealSheet as="ncryptsec" onClose={useOverlay('exportKey').close} />;
