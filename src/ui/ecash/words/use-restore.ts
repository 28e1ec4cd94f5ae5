import { useRef, useState } from 'react';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { whole } from '#ui/texts/formats.ts';
import { failureText } from '#ui/ecash/failure-text.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';
import type { PhraseFields } from './words-fields.tsx';

/** The mints that relays name; undefined where no relay answered. Words that are none are told of. */
const mintsOn = async (finding: Promise<readonly string[]>): Promise<readonly string[] | undefined> => {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof EcashError && error.problem.code !== 'copies-unread') throw error;
    return undefined;
  }
};

/**
 * Looks for what words have: those of this wallet, or those that are typed. The first ones make the wallet; others bring what
 * they have into it. `chosen`: mints besides those that relays name.
 */
export const useRestore = (exists: boolean, chosen: readonly string[]) => {
  const { restore: texts } = ecashTexts;
  const ecash = useEcash();
  const open = useOpenOverlay();
  const isLocked = useEcashAccess() === 'locked';
  const fields = useRef<PhraseFields>(null);
  const [areOthers, setOthers] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, tell] = useState<string>();
  const look = async (words: string | undefined) => {
    const found = await mintsOn(ecash.findMints(words));
    const mints = [...new Set([...chosen, ...(found ?? [])])];
    if (mints.length === 0) return tell(found ? texts.nowhere : texts.silent);
    if (words !== undefined && !exists) {
      await ecash.create(words);
      // whoever types them has them on paper
      await ecash.keepWords();
    }
    fields.current?.clear();
    ecash.restore(mints, areOthers ? 'others' : 'own');
  };
  const start = async () => {
    if (isLocked) return open({ unlockKey: true });
    setBusy(true);
    tell(undefined);
    try {
      const { words, missing } = fields.current?.read() ?? {};
      if (missing !== undefined) return tell(texts.missing(whole(missing)));
      await look(words?.join(' '));
    } catch (error) {
      tell(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return { fields, isTyped: areOthers || !exists, setOthers, isBusy, problem, start: () => void start() };
};
