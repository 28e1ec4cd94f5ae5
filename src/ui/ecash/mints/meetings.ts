import { createListeners } from '#domain/listeners.ts';
import { useState, useSyncExternalStore } from 'react';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import { failureText } from '#ui/ecash/failure-text.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';

/** What a mint said that was asked once, before it is used. */
type Meeting = { readonly facts: MintFacts; readonly tookMs: number };

const met = new Map<string, Meeting>();
const meetings = createListeners();

/** Asks mints who they are, at most once in the life of this page unless somebody wants to know again. */
export const useMeeting = (url: string) => {
  const ecash = useEcash();
  const meeting = useSyncExternalStore(meetings.subscribe, () => met.get(url));
  const [problem, tell] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const meet = async (address = url): Promise<boolean> => {
    setBusy(true);
    tell(undefined);
    try {
      met.set(address, await ecash.meet(address));
      meetings.tell();
      return true;
    } catch (error) {
      tell(failureText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { meeting, problem, isBusy, meet };
};
