import { useId, useState } from 'react';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { PassphraseForm } from '#ui/session/passphrase-form.tsx';
import { WaitPanel } from '#ui/session/wait-panel.tsx';
import { useAccount } from '#ui/system-context.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { sessionTexts } from '#ui/texts/session.ts';
import { useAct } from '#ui/ecash/act.tsx';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';
import { usePhrase, type Phrase } from './use-phrase.ts';
import { rightOnes, WordsCheck, type Picked } from './words-check.tsx';
import { WordsShown } from './words-shown.tsx';
import '#ui/session/session.css';
import '#ui/ecash/ecash.css';

const { words: texts } = ecashTexts;

type Props = { onClose: () => void };

/** Why the words cannot be shown. */
const Denied = ({ title, why, act, onClose }: Props & { title: string; why: string; act?: () => void }) => (
  <Sheet
    title={texts.title}
    onClose={onClose}
    foot={
      <>
        <Button onClick={onClose}>{act ? texts.later : texts.done}</Button>
        {act && (
          <Button look="primary" icon="unlock" aria-haspopup="dialog" onClick={act}>
            {ecashTexts.unlock}
          </Button>
        )}
      </>
    }
  >
    <Banner icon="lock" title={title}>
      {why}
    </Banner>
  </Sheet>
);

type AskProps = Props & { phrase: Phrase; wasShown: boolean };

/** Asks for the passphrase anew, or where the key has none whether the words are to be shown. */
const Ask = ({ phrase, wasShown, onClose }: AskProps) => {
  const formId = useId();
  const { pubkey = '', method, persisted } = useAccount();
  const hasPassphrase = method === 'nsec' && persisted;
  const { isBusy, problem, show } = phrase;
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.later}</Button>
          {hasPassphrase ? (
            <Button look="primary" icon="unlock" type="submit" form={formId} busy={isBusy}>
              {texts.show}
            </Button>
          ) : (
            <Button look="primary" icon="eye" busy={isBusy} onClick={() => show()}>
              {texts.show}
            </Button>
          )}
        </>
      }
    >
      <p className="sheet__lead">{hasPassphrase ? texts.lead : texts.leadBare}</p>
      {wasShown && (
        <Banner icon="lock" title={texts.hidden}>
          {texts.hiddenWhy}
        </Banner>
      )}
      {hasPassphrase ? (
        <PassphraseForm
          id={formId}
          npub={encodeNpub(pubkey)}
          message={problem ?? ''}
          busy={isBusy}
          onSubmit={(passphrase) => show(passphrase.take() ?? '')}
        />
      ) : (
        problem !== undefined && <Problem>{problem}</Problem>
      )}
      {isBusy && <WaitPanel title={sessionTexts.unlock.busy} why={sessionTexts.unlock.busyWhy} />}
    </Sheet>
  );
};

const Check = ({ phrase, onKept, onClose }: Props & { phrase: Phrase; onKept: () => void }) => {
  const ecash = useEcash();
  const [picked, pick] = useState<Picked>({});
  const act = useAct();
  const keep = async () => {
    await ecash.keepWords();
    onKept();
  };
  const isRight = rightOnes(phrase, picked) === phrase.read().questions.length;
  return (
    <Sheet
      title={texts.checkTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={phrase.showAgain}>{texts.show}</Button>
          <Button look="primary" disabled={!isRight} busy={act.isBusy} onClick={() => act.run(keep)}>
            {texts.done}
          </Button>
        </>
      }
    >
      <WordsCheck phrase={phrase} picked={picked} onPick={pick} problem={act.problem?.text} />
    </Sheet>
  );
};

const Kept = ({ onClose }: Props) => (
  <Sheet
    title={texts.title}
    onClose={onClose}
    foot={
      <Button look="primary" onClick={onClose}>
        {texts.done}
      </Button>
    }
  >
    <Banner tone="ok" icon="check" title={texts.kept}>
      {texts.keptWhy}
    </Banner>
  </Sheet>
);

const Shown = ({ phrase, isKept, onClose }: Props & { phrase: Phrase; isKept: boolean }) => (
  <Sheet
    title={texts.title}
    onClose={onClose}
    foot={
      isKept ? (
        <Button look="primary" onClick={onClose}>
          {texts.done}
        </Button>
      ) : (
        <>
          <Button onClick={onClose}>{texts.later}</Button>
          <Button look="primary" onClick={phrase.check}>
            {texts.written}
          </Button>
        </>
      )
    }
  >
    <WordsShown count={phrase.count} read={phrase.read} />
  </Sheet>
);

const Open = ({ isKept, onClose }: Props & { isKept: boolean }) => {
  const phrase = usePhrase();
  const [wasShown, noteShown] = useState(false);
  const [isDone, end] = useState(false);
  if (phrase.stands !== 'hidden' && !wasShown) noteShown(true);
  if (isDone) return <Kept onClose={onClose} />;
  if (phrase.stands === 'shown') return <Shown phrase={phrase} isKept={isKept} onClose={onClose} />;
  if (phrase.stands === 'checked') return <Check phrase={phrase} onKept={() => end(true)} onClose={onClose} />;
  return <Ask phrase={phrase} wasShown={wasShown} onClose={onClose} />;
};

/** Shows the recovery phrase, and lets the user show that it was written down. */
export const WordsSheet = ({ onClose }: Props) => {
  const stand = useEcashStand();
  const access = useEcashAccess();
  const open = useOpenOverlay();
  if (stand?.exists === false) return <Denied title={texts.none} why={texts.noneWhy} onClose={onClose} />;
  if (access === 'locked')
    return (
      <Denied title={texts.locked} why={texts.lockedWhy} act={() => open({ unlockKey: true })} onClose={onClose} />
    );
  return stand && <Open isKept={stand.areWordsKept} onClose={onClose} />;
};
