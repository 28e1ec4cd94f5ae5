import { useEffect, useState } from 'react';
import { ACT_LONG_MS } from '#domain/ecash/ecash-limits.ts';
import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { giveFocus } from '#ui/kit/give-focus.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { texts as common } from '#ui/texts/app.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ecashMovesTexts as texts } from '#ui/texts/ecash-moves.ts';
import { isLockedOut, failureText } from './failure-text.ts';
import { useEcashAccess, useEcashDoor, useForgettingOnceOpen, useNotOpened } from './use-ecash-access.ts';

/** Something that is done once, with what it is refused for. */
export type Act = {
  readonly isBusy: boolean;
  readonly problem: { readonly text: string; readonly isLocked: boolean } | undefined;
  /** Does nothing while it is at work. */
  readonly run: (work: () => Promise<void>) => void;
  readonly forget: () => void;
};

/** How an act that moves money stands; once it is written down it goes on without its view. That it is not open is forgotten once it is. */
export const useAct = (): Act => {
  const [isBusy, setBusy] = useState(false);
  const [problem, tell] = useState<Act['problem']>();
  useForgettingOnceOpen(() => problem?.isLocked && tell(undefined));
  const run = (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    tell(undefined);
    work()
      .catch((error: unknown) => tell({ text: failureText(error), isLocked: isLockedOut(error) }))
      .finally(() => setBusy(false));
  };
  return { isBusy, problem, run, forget: () => tell(undefined) };
};

/** Takes what is typed, which ends what was said of the text before. */
export const anew =
  (type: (text: string) => void, ...forget: readonly (() => void)[]) =>
  (text: string) => {
    type(text);
    for (const end of forget) end();
  };

/** That it is at work is said at once, and in more words when it takes long. */
const AtWork = () => {
  const [isLong, tell] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => tell(true), ACT_LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return <output className="hint">{isLong ? texts.takesLong : texts.working}</output>;
};

/** Once there is nothing to press again, the focus that the button has goes to the head of its sheet or page. */
export const givesOnFocus = (button: HTMLButtonElement | null) => () => {
  if (document.activeElement === button) giveFocus(button?.closest('dialog')?.querySelector('h1, h2'));
};

type WayProps = { size?: 's'; look?: 'line' | 'primary' };

/** Opens the wallet once more, where the key did not open it. */
const TryAgain = ({ size, look = 'line' }: WayProps) => {
  const ecash = useArea('ecash');
  const isTrying = useEcashDoor() !== 'attention';
  if (!useNotOpened()) return null;
  return (
    <Button
      ref={givesOnFocus}
      look={look}
      {...(size && { size })}
      icon="refresh"
      busy={isTrying}
      onClick={() => ecash.send({ type: 'ecash.retry' })}
    >
      {common.error.retry}
    </Button>
  );
};

/**
 * The way to the key, where nothing goes on without it: one that is not saved here comes by a login, and one that is at hand
 * opens the wallet by another try.
 */
export const UnlockButton = ({ size, look = 'line' }: WayProps) => {
  const open = useOpenOverlay();
  const access = useEcashAccess();
  const isHere = access !== 'none';
  if (access === 'open') return <TryAgain look={look} {...(size && { size })} />;
  return (
    <Button
      look={look}
      {...(size && { size })}
      icon={isHere ? 'unlock' : 'login'}
      aria-haspopup="dialog"
      onClick={() => open(isHere ? { unlockKey: true } : { login: true })}
    >
      {isHere ? texts.unlock : ecashTexts.login.act}
    </Button>
  );
};

type Props = {
  act: Act;
  /** what stands there already is not said twice */
  said?: string | undefined;
};

/** That it is at work, else what it was refused for, with the way to unlock where that helps. */
export const ActProblem = ({ act: { isBusy, problem }, said }: Props) => {
  const isHere = useEcashAccess() !== 'none';
  if (isBusy) return <AtWork />;
  if (!problem || problem.text === said) return null;
  return (
    <div className="stack">
      <Problem>{isHere || !problem.isLocked ? problem.text : ecashTexts.login.title}</Problem>
      {problem.isLocked && <UnlockButton />}
    </div>
  );
};
