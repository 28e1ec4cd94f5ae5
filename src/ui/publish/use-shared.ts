import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useActing } from '#ui/system-context.ts';

type Secret = 'nsec' | 'ncryptsec';

/**
 * Takes over what other apps shared, as soon as `isFree`. Gives the kind of secret key that was in what was not taken over.
 */
export const useShared = (isFree: boolean, onText: (text: string) => void): Secret | undefined => {
  const { shared } = useActing().writing;
  const offered = useSyncExternalStore(shared.subscribe, shared.get);
  const [secret, setSecret] = useState<Secret>();
  if (offered !== undefined && 'secret' in offered && secret !== offered.secret) setSecret(offered.secret);
  const takeText = useEffectEvent(onText);
  useEffect(() => {
    if (!isFree || offered === undefined) return;
    shared.take();
    if ('text' in offered) takeText(offered.text);
  }, [isFree, offered, shared]);
  return secret;
};
