import { useEffect, useState, type RefObject } from 'react';
import { useAccount } from '#ui/system-context.ts';
import { askedTokens } from './asked-tokens.ts';
import { knownMint } from './known-mint.ts';
import { useLateEcash } from './use-late-ecash.ts';
import { useRest } from './use-rest.ts';

/** Asks a mint that this wallet uses by itself, once the card came to rest; others only hear of who wishes it. */
export const useAskedByItself = (text: string, url: string, place: RefObject<Element | null>) => {
  const { pubkey } = useAccount();
  const late = useLateEcash();
  const { ecash, stand, start } = late;
  const [isResting, rest] = useState(false);
  const isUsed = knownMint(stand, url) !== undefined;
  useRest(place, () => {
    if (pubkey === undefined) return;
    start();
    rest(true);
  });
  useEffect(() => {
    if (ecash && isResting && isUsed) askedTokens.ask(ecash, text, true);
  }, [ecash, isResting, isUsed, text]);
  return { ...late, isNew: !isUsed && (pubkey === undefined || stand !== undefined) };
};
