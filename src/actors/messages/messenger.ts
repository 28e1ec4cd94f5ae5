import { relaysToReach } from '#domain/messages/message-relays.ts';
import { MessageError } from '#domain/messages/messages-problem.ts';
import { newest, type NostrEvent } from '#domain/protocol/event.ts';
import { giftWrap, makeMessage, MESSAGE_RELAYS } from '#domain/messages/gift-wrap.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import { noSigner, type Account } from '#domain/session/account.ts';
import { union } from '#domain/union.ts';
import { toSeconds } from '#domain/units.ts';
import type { AuthorRelays } from '#actors/relays/author-relays.ts';
import { isAnswered, listRelays } from '#actors/relays/ask-relays.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

export type MessengerDeps = {
  readonly requests: RelayRequests;
  readonly authorRelays: AuthorRelays;
  readonly signer: CurrentSigner;
  readonly account: { get(): Account };
  /** ms since the epoch */
  readonly now: () => number;
  /** from 0 to 1 */
  readonly random: () => number;
};

/** Private messages to one person each (NIP-17). What is to survive a reload is kept by whoever sends it. */
export type Messenger = {
  /**
   * The relays on which somebody takes private messages, and those that they named themselves where they asked for this one.
   * Rejects with 'message-no-inbox' when there are none: then nothing may be sent (NIP-17).
   */
  relaysFor(pubkey: string, named?: readonly string[]): Promise<readonly string[]>;
  /** The same of the user; empty when they have no such list. */
  ownRelays(pubkey: string): Promise<readonly string[]>;
  /**
   * A message, sealed and wrapped: the same one may be posted as often as it takes. No copy for the sender is made, so that
   * what it holds is nowhere twice. Rejects while `from` is not who signs: nobody says what is of another account.
   */
  wrap(message: { readonly from: string; readonly to: string; readonly content: string }): Promise<NostrEvent>;
  /** Settled once a relay has it; rejects with 'message-undelivered'. */
  post(wrap: NostrEvent, relays: readonly string[]): Promise<void>;
};

/** The one way to send private messages. */
export const createMessenger = (deps: MessengerDeps): Messenger => {
  const { requests, authorRelays, signer, account, now, random } = deps;
  const find = async (pubkey: string) => {
    const { writes } = await authorRelays({ pubkey, relays: [] });
    const filters = [{ kinds: [MESSAGE_RELAYS], authors: [pubkey], limit: 1 }];
    const answer = await requests.fetch({ filters, relays: union(writes, listRelays(requests)) });
    const lists = answer.events.filter((event) => event.kind === MESSAGE_RELAYS && event.pubkey === pubkey);
    return { list: newest(lists), isSure: isAnswered(answer) };
  };
  return {
    async relaysFor(pubkey, named = []) {
      const { list, isSure } = await find(pubkey).catch(() => ({ list: undefined, isSure: false }));
      const relays = relaysToReach(list, named);
      if (relays.length > 0) return relays;
      throw new MessageError({ code: isSure ? 'message-no-inbox' : 'message-inbox-unknown' });
    },
    ownRelays: async (pubkey) => relaysToReach((await find(pubkey)).list, []),
    async wrap(message) {
      const current = signer();
      if (current?.pubkey !== message.from) throw noSigner(account.get());
      const seconds = toSeconds(now());
      const rumor = makeMessage({ ...message, now: seconds });
      return await giftWrap(current, message.to, rumor, { now: seconds, random });
    },
    async post(wrap, relays) {
      try {
        await requests.publish(wrap, relays);
      } catch (error) {
        throw error instanceof PublishFailure ? new MessageError({ code: 'message-undelivered' }) : error;
      }
    },
  };
};
