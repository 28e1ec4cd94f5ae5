import { fromCallback, type AnyEventObject } from 'xstate';
import type { NewerFact, Owner } from '#machines/replaceable/replaceable.ts';
import type { Replaceable } from './kernel.ts';

/** The slot `watch newest`: what another device published is shown as soon as any relay sent it. */
export const defineWatchNewest = <Edit>(own: Replaceable<Edit>) =>
  fromCallback<AnyEventObject, Owner>(({ input: { pubkey }, sendBack }) =>
    own.deps.registry.subscribe(() => {
      const version = own.newer(pubkey);
      if (!version) return;
      own.adopt(version);
      sendBack({ type: 'list.newer' } satisfies NewerFact);
    }),
  );
