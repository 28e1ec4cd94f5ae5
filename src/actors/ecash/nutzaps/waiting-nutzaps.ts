import { NUTZAPS_MOST, NUTZAP_LATE_S } from '#domain/ecash/ecash-limits.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { isFor, readNutzap, type Nutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { NutzapStand } from '#ports/nutzaps.ts';
import type { AllNutzapSettings } from '#store/ecash/nutzap-settings.ts';
import { createListeners } from '#domain/listeners.ts';

type Untaken = { readonly nutzap: Nutzap; readonly problem: EcashProblem | undefined };

/** What became of an event: it waits; it is known, or not for this wallet; or too many wait. */
export type Heard = 'new' | 'no news' | 'no room';

type Said = Pick<NutzapStand, 'isElsewhere' | 'isPublished' | 'notSentOn'>;

/** Our wallet as nutzaps are made for it. `pubkeys`: what it opens, also with keys that the account has for it elsewhere. */
type OwnWallet = { readonly pubkeys: readonly string[]; readonly mints: readonly string[] };

const infosOf = (owner: string, { pubkeys, mints }: OwnWallet) =>
  pubkeys.map((pubkey) => ({ owner, pubkey, mints: mints.map((url) => ({ url, listed: url })), relays: [] }));

const waitingOf = (kept: ReadonlyMap<string, Untaken>): NutzapStand['waiting'] =>
  [...kept.values()]
    .toSorted((a, b) => b.nutzap.at - a.nutzap.at)
    .map(({ nutzap: { id, sender, sats, mint, comment }, problem }) => ({ id, sender, sats, mint, comment, problem }));

/** What came for one account and was not taken yet, and what views see of it. */
export const createWaitingNutzaps = (pubkey: string, settings: AllNutzapSettings) => {
  const listeners = createListeners();
  const kept = new Map<string, Untaken>();
  let said: Said = { isElsewhere: false, isPublished: undefined, notSentOn: undefined };
  let stand: NutzapStand | undefined;
  const change = () => {
    stand = undefined;
    listeners.tell();
  };
  settings.subscribe(change);
  const read = (): NutzapStand => {
    const { receives, byHand, toWallet } = settings.of(pubkey);
    return { ...said, receives: receives ?? !said.isElsewhere, byHand, toWallet, waiting: waitingOf(kept) };
  };
  return {
    get: () => (stand ??= read()),
    subscribe: listeners.subscribe,
    all: (): readonly Untaken[] => [...kept.values()],
    one: (id: string): Nutzap | undefined => kept.get(id)?.nutzap,
    /** Takes in what came, when it is for a key and of the mints of this wallet. */
    hear(event: NostrEvent, wallet: OwnWallet): Heard {
      const nutzap = readNutzap(event, isSampleNetwork());
      if (!nutzap || !infosOf(pubkey, wallet).some((info) => isFor(nutzap, info))) return 'no news';
      if (kept.has(nutzap.id) || settings.of(pubkey).over.includes(nutzap.id)) return 'no news';
      if (kept.size >= NUTZAPS_MOST) return 'no room';
      kept.set(nutzap.id, { nutzap, problem: undefined });
      change();
      return 'new';
    },
    note(id: string, problem: EcashProblem | undefined) {
      const one = kept.get(id);
      if (!one || one.problem?.code === problem?.code) return;
      kept.set(id, { ...one, problem });
      change();
    },
    /** It is taken, or never will be; what is over for another reason than that we took it is remembered. */
    end(id: string, isKnown: boolean) {
      if (!kept.delete(id)) return;
      const { over } = settings.of(pubkey);
      if (!isKnown) settings.change(pubkey, { over: [...over, id] });
      change();
    },
    /**
     * All was looked at that relays have: what is older than this need not be asked for again there. `newest`: of all that was looked at,
     * in seconds. While a key of before is not known yet, what is for that one was not looked at.
     */
    looked(newest: number, now: number, reached: readonly string[]) {
      const isKey = (place: string) => !place.includes(':');
      if (settings.of(pubkey).reached.some((place) => isKey(place) && !reached.includes(place))) return;
      const oldest = Math.min(...[...kept.values()].map(({ nutzap }) => nutzap.at));
      const since = Math.max(0, Math.min(newest, now) - NUTZAP_LATE_S);
      settings.change(pubkey, { since: Math.min(since, oldest), reached });
    },
    /** How publishing went, or sending on. */
    tell(next: Partial<Said>) {
      said = { ...said, ...next };
      change();
    },
  };
};

export type WaitingNutzaps = ReturnType<typeof createWaitingNutzaps>;
