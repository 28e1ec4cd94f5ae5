import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { TOKEN_REST_MS, TOKEN_SEEN_PART } from '#domain/ecash/ecash-limits.ts';
import { useAccount } from '#ui/system-context.ts';
import { askedTokens } from './asked-tokens.ts';
import { knownMint } from './known-mint.ts';
import { useLateEcash } from './use-late-ecash.ts';

/** Calls back when something has come to rest on the screen, each time that it does. */
const useRest = (place: RefObject<Element | null>, act: () => void): void => {
  const rest = useEffectEvent(() => {
    if (document.visibilityState === 'visible') act();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting) timer = setTimeout(() => rest(), TOKEN_REST_MS);
      },
      { threshold: TOKEN_SEEN_PART },
    );
    if (place.current) observer.observe(place.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [place]);
};

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
    if (ecash && isResting && isUsed) askedTokens.ask(ecash, text, pubkey, true);
  }, [ecash, isResting, isUsed, text, pubkey]);
  return { ...late, isNew: !isUsed && (pubkey === undefined || stand !== undefined) };
};
