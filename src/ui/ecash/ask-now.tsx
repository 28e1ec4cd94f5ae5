import { mailOfMint } from '#domain/ecash/mints/mint-contact.ts';
import { Button } from '#ui/kit/button.tsx';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { UnlockButton } from './act.tsx';
import { useEcash, useEcashStand } from './use-ecash.ts';
import { useEcashAccess, useIsEcashOpen, useNotOpened } from './use-ecash-access.ts';

const texts = ecashMovesTexts.operation;

/** What is told of an operation of which nobody knows: whether it is asked about now. */
export const useNotKnown = (): string => (useIsEcashOpen() ? texts.about['not known'].title : texts.notKnownLocked);

/** Whether mints can be asked, or can be in a moment. */
export const useCanAskMints = (): boolean => {
  const access = useEcashAccess();
  return !useNotOpened() && access === 'open';
};

/** Asks the mint now, or the mints of several operations; without the key nobody can. */
export const AskNow = ({ ids }: { ids: readonly string[] }) => {
  const ecash = useEcash();
  if (!useCanAskMints()) return <UnlockButton />;
  return (
    <Button look="line" icon="refresh" onClick={() => ids.forEach((id) => ecash.look(id))}>
      {texts.asked}
    </Button>
  );
};

/** The same in one line, of what has words of its own. */
export const LookNow = ({ id, children }: { id: string; children: string }) => {
  const ecash = useEcash();
  if (!useCanAskMints()) return <UnlockButton size="s" />;
  return (
    <Button look="line" size="s" onClick={() => ecash.look(id)}>
      {children}
    </Button>
  );
};

/** The way to those who run the mint, where it names an address. */
export const MintMail = ({ mint }: { mint: string }) => {
  const found = useEcashStand()?.mints.find(({ url }) => url === mint);
  const mail = mailOfMint(found?.facts?.info.contact ?? []);
  if (!found || mail === undefined) return null;
  return (
    <a className="btn btn--primary" href={`mailto:${mail}`}>
      {texts.contact(found.name)}
    </a>
  );
};
