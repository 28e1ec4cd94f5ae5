import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useActing } from '#ui/system-context.ts';

type Secret = 'nsec' | 'ncryptsec';

type Options = {
  /** a text could be taken now: nothing is being posted */
  readonly isFree: boolean;
  /** nothing was written yet */
  readonly isEmpty: boolean;
  readonly onText: (text: string) => void;
};

/**
 * What other apps shared. It begins a note where none was begun. Beside one that was begun it is offered as `text`, for any
 * site can share: `take` adds it, `leave` forgets it. `secret`: the kind of secret key in what was not taken over.
 */
export const useShared = ({ isFree, isEmpty, onText }: Options) => {
  const { shared } = useActing().writing;
  const offered = useSyncExternalStore(shared.subscribe, shared.get);
  const [secret, setSecret] = useState<Secret>();
  if (offered !== undefined && 'secret' in offered && secret !== offered.secret) setSecret(offered.secret);
  const text = offered !== undefined && 'text' in offered ? offered.text : undefined;
  const take = () => {
    shared.take();
    if (text !== undefined) onText(text);
  };
  const arrive = useEffectEvent(() => {
    if (text === undefined || isEmpty) take();
  });
  useEffect(() => {
    if (isFree && offered !== undefined) arrive();
  }, [isFree, offered]);
  return { secret, text: isEmpty ? undefined : text, take, leave: shared.take };
};
