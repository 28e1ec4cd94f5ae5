import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { decodeProfileId } from '#domain/protocol/identifiers.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { useLeadOn } from './lead-on.ts';
import { KeyLine } from './key-line.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { useSessionOverlay } from './use-session-overlay.ts';
import './session.css';

const MASK = '•••• •••• •••• •••• •••• ••••';

type Secret = { readonly hex: string; readonly nsec: string };

/** The generated secret key as long as the view is there; it never becomes state. */
const useGeneratedSecret = () => {
  const generation = useArea('key-generation');
  const kept = useRef<Secret>(undefined);
  useEffect(() => {
    const { unsubscribe } = generation.on('key.generated', ({ secret }) => {
      kept.current = secret.take();
    });
    generation.send({ type: 'generation.open' });
    return () => {
      unsubscribe();
      kept.current = undefined;
      generation.send({ type: 'generation.close' });
    };
  }, [generation]);
  return {
    readNsec: useCallback(() => kept.current?.nsec ?? '', []),
    readHex: useCallback(() => kept.current?.hex ?? '', []),
  };
};

const Introduction = ({ message }: { message: string }) => (
  <>
    <p className="sheet__lead">{texts.generation.lead}</p>
    <div className="keyart" aria-hidden="true">
      <Icon name="globe" size="l" />
      <span />
      <Icon name="key" size="l" />
    </div>
    <Banner tone="warn" icon="alert" title={texts.generation.warning}>
      {texts.generation.warningWhy}
    </Banner>
    {message !== '' && <Problem>{message}</Problem>}
  </>
);

type KeysProps = { npub: string; secret: ReturnType<typeof useGeneratedSecret> };

/** The new pair in both forms, the secret one hidden until it is asked for (KEY-36). */
const Keys = ({ npub, secret }: KeysProps) => {
  const [shown, setShown] = useState(false);
  const readNpub = useCallback(() => npub, [npub]);
  const readPubkey = useCallback(() => decodeProfileId(npub)?.pubkey ?? '', [npub]);
  const { generation: words } = texts;
  return (
    <>
      <KeyLine label={words.publicKey} hint={words.publicHint} read={readNpub} />
      <KeyLine
        label={words.secretKey}
        hint={words.secretHint}
        read={secret.readNsec}
        mask={`nsec1 ${MASK}`}
        shown={shown}
      />
      <details className="more" open>
        <summary>
          <Icon name="next" size="s" />
          {words.hex}
        </summary>
        <div className="stack">
          <KeyLine label={words.publicHex} read={readPubkey} />
          <KeyLine label={words.secretHex} read={secret.readHex} mask={MASK} shown={shown} />
        </div>
      </details>
      <Button look="line" icon={shown ? 'eyeoff' : 'eye'} onClick={() => setShown(!shown)}>
        {shown ? words.hide : words.show}
      </Button>
    </>
  );
};

type SafeProps = { checked: boolean; onChange: (checked: boolean) => void };

const SafePlace = ({ checked, onChange }: SafeProps) => (
  <label className="checkline">
    <input className="check" type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {texts.generation.safe}
  </label>
);

/** Who comes with a new key is led on. */
const useWelcome = (isLoggedIn: boolean) => {
  const leadOn = useLeadOn();
  const lead = useEffectEvent(() => void leadOn().catch(() => {}));
  useEffect(() => {
    if (isLoggedIn) lead();
  }, [isLoggedIn]);
};

/** Makes a new key pair (`keyGeneration=true`, KEY-36 to KEY-40). */
export const KeyGenerationSheet = () => {
  const generation = useArea('key-generation');
  const open = useOpenOverlay();
  const secret = useGeneratedSecret();
  const npub = useSelector(generation, ({ context }) => context.npub);
  const message = useSelector(generation, ({ context }) => problemText(context.problem));
  const busy = useSelector(generation, (snapshot) => snapshot.hasTag('busy'));
  const isLoggedIn = useSelector(generation, (snapshot) => snapshot.hasTag('logged in'));
  useWelcome(isLoggedIn);
  const { close } = useSessionOverlay('keyGeneration', isLoggedIn);
  const [isSafe, setSafe] = useState(false);
  const startOver = () => {
    setSafe(false);
    generation.send({ type: 'generation.open' });
  };
  const { generation: words } = texts;
  const hasKey = npub !== '';
  return (
    <Sheet
      title={hasKey ? words.titleDone : words.title}
      onClose={close}
      foot={
        hasKey ? (
          <>
            <Button onClick={startOver}>{texts.back}</Button>
            <Button
              look="primary"
              disabled={!isSafe}
              aria-haspopup="dialog"
              onClick={() => open({ passphrasePrompt: true })}
            >
              {words.logIn}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>{texts.cancel}</Button>
            <Button look="primary" busy={busy} onClick={() => generation.send({ type: 'generation.start' })}>
              {words.generate}
            </Button>
          </>
        )
      }
    >
      {hasKey ? (
        <>
          <Keys npub={npub} secret={secret} />
          <SafePlace checked={isSafe} onChange={setSafe} />
        </>
      ) : (
        <Introduction message={message} />
      )}
    </Sheet>
  );
};
