import { oldWallets, openMints, unreplaced } from '#domain/ecash/events/wallet-event.ts';
import { newest } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { Ecash, EcashElsewhere } from '#ports/ecash.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { createListeners } from '#domain/listeners.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import type { Purse } from './purse.ts';
import { allowedMints } from '#actors/ecash/sync/mints-elsewhere.ts';

type ElsewhereDeps = {
  readonly purse: () => Purse | undefined;
  readonly signer: CurrentSigner;
  readonly requests: Pick<RelayRequests, 'fetch'>;
  /** the relays of the account */
  readonly relays: () => readonly string[];
};

/** What a wallet event says of mints; nothing as long as the key of the account is locked. */
const mintsOf = async ({ signer }: ElsewhereDeps, { pubkey, core }: Purse, content: string) => {
  const current = signer();
  if (current?.pubkey !== pubkey || !current.nip44) return [];
  try {
    const { mints } = await core.readWalletEvent(await current.nip44.decrypt(pubkey, content));
    return allowedMints(mints, isSampleNetwork());
  } catch {
    return [];
  }
};

const look = async (deps: ElsewhereDeps, mine: Purse): Promise<EcashElsewhere> => {
  const filters = [{ kinds: [KIND.cashuWallet, KIND.cashuWalletOld], authors: [mine.pubkey] }];
  const { events } = await deps.requests.fetch({ filters, relays: deps.relays(), own: true });
  const own = events.filter(({ pubkey }) => pubkey === mine.pubkey);
  const event = newest(own.filter(({ kind }) => kind === KIND.cashuWallet));
  const old = unreplaced(oldWallets(own), event);
  const named = event ? await mintsOf(deps, mine, event.content) : [];
  const more = allowedMints(old.flatMap(openMints), isSampleNetwork());
  return { exists: event !== undefined || old.length > 0, mints: [...new Set([...named, ...more])] };
};

/** Whether relays know of a wallet of the account that is logged in, which is not on this device. */
export const createElsewhere = (deps: ElsewhereDeps): Pick<Ecash, 'elsewhere' | 'lookElsewhere'> => {
  const listeners = createListeners();
  let [owner, seen]: [Purse | undefined, EcashElsewhere | undefined] = [undefined, undefined];
  return {
    elsewhere: { get: () => (owner === deps.purse() ? seen : undefined), subscribe: listeners.subscribe },
    async lookElsewhere() {
      const mine = deps.purse();
      if (!mine) return;
      // relays that do not answer know of none; whoever looks again asks again
      const found = await look(deps, mine).catch(() => undefined);
      [owner, seen] = [mine, found];
      listeners.tell();
    },
  };
};
