import { heldEcash } from '#domain/ecash/ledger/held.ts';
import type { Browser } from '#ports/browser.ts';
import type { EcashStand } from '#ports/ecash.ts';
import type { Storages } from '#actors/shell/browser.ts';
import type { RunningAreas } from '#machines/areas.ts';
import { openHeldNotes } from '#store/ledger/ecash-held.ts';
import type { AccountStore } from '#store/session/account.ts';

type Deps = Pick<RunningAreas, 'find'> & {
  readonly account: Pick<AccountStore, 'get'>;
  readonly storages: Pick<Storages, 'local'>;
  readonly browser: Pick<Browser, 'navigator'>;
  /** ms since the epoch */
  readonly now: () => number;
};

/** What is here is remembered beside the ledger, and the browser asked to keep that once something comes in. */
export const rememberHeld = ({ account, storages, browser, find, now }: Deps) => {
  const notes = openHeldNotes(storages.local);
  let isAsked = false;
  const keep = () => {
    isAsked = true;
    browser.navigator.storage?.persist?.().catch(() => {});
  };
  const mine = () => account.get().pubkey ?? '';
  return {
    remembered() {
      const known = notes.of(mine());
      return known && known.sats > 0 ? known : undefined;
    },
    forget: () => notes.forget(mine()),
    seen(stand: EcashStand, before: EcashStand | undefined) {
      // of one that is open the ledger is gone: what comes in now could not be opened at the next visit
      if (!stand.exists && find('ecash')?.getSnapshot().hasTag('open')) find('ecash')?.send({ type: 'wallet.gone' });
      if (!stand.exists) return;
      notes.note(mine(), { sats: heldEcash(stand).balance, at: now() });
      if (!isAsked && before && stand.balance > before.balance) keep();
    },
  };
};
