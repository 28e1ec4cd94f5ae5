import { fromCallback, fromPromise } from 'xstate';
import { createListeners } from '#domain/listeners.ts';
import { nextMessageRelays } from '#domain/messages/message-relays.ts';
import { MESSAGE_RELAYS } from '#domain/messages/gift-wrap.ts';
import { toSeconds } from '#domain/units.ts';
import type { ByMessage } from '#ports/ecash.ts';
import { createReplaceable, type KernelDeps, type Policy } from '#actors/replaceable/kernel.ts';
import { publishOrder } from '#actors/replaceable/publish.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { DutyFact, DutyOwner } from '#machines/ecash/duty.machine.ts';
import type { AllMessageSettings } from '#store/messages/message-settings.ts';
import { acts, onOccasion } from '#actors/ecash/duty-watch.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import { ownListPolicy } from './own-list.ts';

export type MessageRelayListDeps = KernelDeps &
  Pick<RunningAreas, 'find' | 'follow'> & {
    readonly settings: AllMessageSettings;
    readonly window: EventTarget;
    readonly account: { get(): { readonly pubkey?: string | undefined } };
    readonly onAccount: (listener: () => void) => () => void;
  };

const policyOf = (deps: MessageRelayListDeps): Policy<never> => {
  const { settings, requests, now } = deps;
  let named: readonly string[] = [];
  return ownListPolicy(deps, MESSAGE_RELAYS, {
    async next({ pubkey }, { newest }) {
      const { receives, named: before } = settings.of(pubkey);
      const next = nextMessageRelays(newest, receives ? requests.relays('read') : [], before, toSeconds(now()));
      named = next.named;
      // written down before it is out: what a crash leaves there is still known as ours
      settings.change(pubkey, { named: [...new Set([...before, ...named])] });
      return next.template;
    },
    done: ({ pubkey }) => settings.change(pubkey, { named }),
  });
};

/**
 * Others know where private messages of the user are read, as long as the user wants ecash that way. What another app wrote into
 * that list stays.
 */
export const createMessageRelayList = (deps: MessageRelayListDeps) => {
  const { settings, account, onAccount } = deps;
  const listeners = createListeners();
  let isPublished: boolean | undefined;
  let stand: ReturnType<ByMessage['stand']['get']> | undefined;
  const change = () => {
    stand = undefined;
    listeners.tell();
  };
  const tell = (isSo: boolean) => {
    isPublished = isSo;
    change();
  };
  settings.subscribe(change);
  onAccount(() => {
    isPublished = undefined;
    change();
  });
  const mine = () => account.get().pubkey ?? '';
  const byMessage: ByMessage = {
    stand: {
      get: () => (stand ??= { receives: settings.of(mine()).receives, isPublished }),
      subscribe: listeners.subscribe,
    },
    set: (receives) => settings.change(mine(), { receives }),
  };
  return {
    byMessage,
    slots: {
      'watch duty': fromCallback<DutyFact, DutyOwner>(({ input: { pubkey }, sendBack }) => {
        const due = () => sendBack({ type: 'duty.due' });
        return onChanged({
          watch: (look) => [settings.subscribe(look), deps.follow('relay-directory', look), onOccasion(deps, due)],
          read: async () => {
            const { receives } = settings.of(pubkey);
            return JSON.stringify([receives, receives && deps.requests.relays('read')]);
          },
          tell: due,
        });
      }),
      'do duty': fromPromise<{ readonly isLeft: boolean }, DutyOwner>(async ({ input: { pubkey } }) => {
        const { receives, named } = settings.of(pubkey);
        // nothing was ever published here: there is nothing to take back
        if (!acts(deps) || (!receives && named.length === 0)) return { isLeft: false };
        try {
          await publishOrder(createReplaceable<never>(deps, policyOf(deps)), { pubkey, edits: [], version: undefined });
          tell(true);
          return { isLeft: false };
        } catch (error) {
          tell(false);
          throw error;
        }
      }),
    },
  };
};
