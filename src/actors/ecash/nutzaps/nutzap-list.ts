import { NUTZAP_RELAYS_MOST } from '#domain/ecash/ecash-limits.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { isForeign, mintsToName, nextNutzapInfo, type OwnNutzapInfo } from '#domain/ecash/nutzaps/nutzap-info.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { toSeconds } from '#domain/units.ts';
import { createReplaceable, type KernelDeps, type Policy } from '#actors/replaceable/kernel.ts';
import { publishOrder } from '#actors/replaceable/publish.ts';
import type { AllNutzapSettings } from '#store/ecash/nutzap-settings.ts';
import { ownListPolicy } from './own-list.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';

/** What came of publishing how somebody takes nutzaps. */
export type ListReport = {
  /** another wallet takes them, and the user did not say that this one shall */
  readonly isElsewhere: boolean;
};

type ListDeps = KernelDeps & { readonly settings: AllNutzapSettings; readonly purse: () => Purse | undefined };

/** What our wallet says of itself now; undefined when it takes nothing. `isMeant`: the user said so, or nobody did. */
export const ownInfoOf = async (
  { settings, requests }: Pick<ListDeps, 'settings' | 'requests'>,
  { pubkey, ledger }: Pick<Purse, 'pubkey' | 'ledger'>,
): Promise<OwnNutzapInfo | undefined> => {
  const [wallet, rows] = [await ledger.seen.wallet(), await ledger.seen.mints()];
  const mints = mintsToName(rows);
  if (!wallet || mints.length === 0 || settings.of(pubkey).receives === false) return undefined;
  const relays = requests.relays('read').slice(0, NUTZAP_RELAYS_MOST);
  return { pubkey: wallet.pubkey, mints, relays };
};

const policyOf = (
  deps: ListDeps,
  offer: OwnNutzapInfo | undefined,
  report: { isElsewhere: boolean },
): Policy<never> => {
  const { settings, now } = deps;
  return ownListPolicy(deps, KIND.nutzapInfo, {
    async next({ pubkey }, { newest }) {
      const { receives, named } = settings.of(pubkey);
      const ours = (await deps.purse()?.ledger.wallet.get())?.pubkey ?? '';
      report.isElsewhere = isForeign(newest, ours);
      // another wallet is named: nothing of it is changed unasked, nor when this one takes nothing any more
      if (report.isElsewhere && (receives !== true || !offer)) return undefined;
      return nextNutzapInfo(newest, offer, named, { now: toSeconds(now()), loopback: isSampleNetwork() });
    },
    done({ pubkey }) {
      if (report.isElsewhere && settings.of(pubkey).receives !== true) return;
      const { mints = [], relays = [] } = offer ?? {};
      settings.change(pubkey, { named: { mints, relays } });
      report.isElsewhere = false;
    },
  });
};

/**
 * Brings how the user takes nutzaps to their relays (kind 10019), where that is not there already. The key it names is that of the
 * wallet, never that of the identity.
 */
export const publishNutzapInfo = async (deps: ListDeps, mine: Purse): Promise<ListReport> => {
  const report = { isElsewhere: false };
  const offer = await ownInfoOf(deps, mine);
  const { named } = deps.settings.of(mine.pubkey);
  // nothing was ever published here: there is nothing to take back
  if (!offer && named.mints.length === 0) return report;
  const own = createReplaceable<never>(deps, policyOf(deps, offer, report));
  await publishOrder(own, { pubkey: mine.pubkey, edits: [], version: undefined });
  return report;
};
