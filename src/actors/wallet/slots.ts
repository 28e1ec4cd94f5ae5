import { fromCallback, fromPromise, waitFor } from 'xstate';
import { DAY } from '#domain/units.ts';
import { AUTO_CONNECT_DAYS } from '#domain/wallet/wallet-limits.ts';
import type { WalletTransaction } from '#domain/wallet/nwc.ts';
import type { WalletRoute } from '#domain/wallet/payment.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { StoredWallet } from '#domain/wallet/wallet-record.ts';
import type { ConnectedWallet, WalletWish } from '#domain/wallet/wallet.ts';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';
import type { OccasionFact } from '#machines/wallet/auto-connect.machine.ts';
import type { ServiceFact } from '#machines/wallet/nwc-service.machine.ts';
import type { AccountFact, MindFact } from '#machines/wallet/wallet-connection.machine.ts';
import { followLogin } from '#actors/session/follow-login.ts';
import { openRelays } from '#actors/wire/open-links.ts';
import type { Wire } from '#actors/wire/wire.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { SavedWallets } from '#store/wallet/saved-wallets.ts';
import type { Connecting } from './connecting.ts';

type FindConnection = () => AreaRefs['wallet-connection'] | undefined;

/** Tells when whoever was logged in at its start no longer is (WALLET-17). */
export const defineWatchAccount = (account: Pick<AccountStore, 'get' | 'subscribe'>) =>
  fromCallback<AccountFact>(({ sendBack }) => {
    let owner = account.get().pubkey;
    return account.subscribe(() => {
      const { pubkey } = account.get();
      if (owner !== undefined && pubkey !== owner) sendBack({ type: 'account.left' } satisfies AccountFact);
      owner = pubkey;
    });
  });

/**
 * Forgets the wallets of whoever signs out, also in another tab, until the returned function is called (WALLET-17). Who only
 * switches to another account finds them again.
 */
export const forgetWithAccount = (
  account: Pick<AccountStore, 'get' | 'subscribe'>,
  saved: Pick<SavedWallets, 'clear'>,
) => {
  let owner = account.get().pubkey;
  return account.subscribe(() => {
    const { pubkey } = account.get();
    if (owner !== undefined && pubkey === undefined) void saved.clear(owner).catch(() => {});
    owner = pubkey;
  });
};

export const defineConnect = (connecting: Connecting) =>
  fromPromise<ConnectedWallet, { wish: WalletWish | undefined; attempt: number }>(({ input: { wish, attempt } }) =>
    connecting.connect(wish, attempt),
  );

/**
 * Tells balance and budget at the start and when money moved; one that the wallet does not tell is left out. What the wallet
 * says of money that moved is told on to `hear`.
 */
export const defineMindWallet = (
  connecting: Connecting,
  onMoved: (listener: () => void) => () => void,
  hear: (route: WalletRoute, moved: WalletTransaction) => void,
) =>
  fromCallback<MindFact>(({ sendBack }) => {
    const link = connecting.link();
    const tell = (fact: MindFact) => sendBack(fact);
    let isOver = false;
    const look = async () => {
      const balance = await link?.balance().catch(() => undefined);
      if (balance !== undefined && !isOver) tell({ type: 'balance.changed', balance });
      // few wallets know of budgets, and others need not be asked in vain
      if (!link?.facts.methods.includes('get_budget')) return;
      const known = await link.budget().then(
        (budget) => ({ budget }),
        () => undefined,
      );
      if (known && !isOver) tell({ type: 'budget.changed', ...known });
    };
    const endings = [
      link?.onMoved((moved) => {
        hear(link.route, moved);
        void look();
      }),
      onMoved(() => void look()),
      connecting.onLost(() => tell({ type: 'wallet.lost', problem: { code: 'worker' } })),
    ];
    void look();
    return () => {
      isOver = true;
      for (const end of endings) end?.();
    };
  });

/** Tells whether any relay of the wallet is connected. */
export const defineWatchRelays = (connecting: Connecting, wire: Pick<Wire, 'links' | 'observe'>) =>
  fromCallback<ServiceFact>(({ sendBack }) => {
    const relays = connecting.relays();
    const look = () => {
      const isOpen = openRelays(wire).some((relay) => relays.includes(relay));
      sendBack({ type: isOpen ? 'relay.connected' : 'relays.disconnected' } satisfies ServiceFact);
    };
    // it was connected over them just now
    sendBack({ type: 'answers.complete' } satisfies ServiceFact);
    return wire.observe(({ type, relay }) => {
      if ((type === 'opened' || type === 'closed') && relays.includes(relay)) look();
    });
  });

type Page = {
  readonly window: EventTarget;
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState };
};

/** Tells of the start, of the page coming to the front, of a network and of a key that was unlocked (WALLET-18). */
export const defineWatchOccasions = (follow: RunningAreas['follow'], { window, document }: Page) =>
  fromCallback<OccasionFact>(({ sendBack }) => {
    const tell = () => sendBack({ type: 'occasion' } satisfies OccasionFact);
    const seen = () => {
      if (document.visibilityState === 'visible') tell();
    };
    const listening = new AbortController();
    document.addEventListener('visibilitychange', seen, { signal: listening.signal });
    window.addEventListener('online', tell, { signal: listening.signal });
    const stop = followLogin(follow, tell);
    tell();
    return () => {
      listening.abort();
      stop();
    };
  });

type ChooseDeps = {
  readonly find: FindConnection;
  readonly saved: Pick<SavedWallets, 'of' | 'byHand'>;
  readonly account: () => string | undefined;
  /** whether a remote wallet can be opened now: somebody can sign */
  readonly canOpen: () => boolean;
  readonly now: () => number;
};

const isLate = ({ lastUsed }: StoredWallet, now: number): boolean => now - lastUsed > AUTO_CONNECT_DAYS * DAY;

/** The one saved wallet, when nothing speaks against it (WALLET-16, WALLET-19 to WALLET-22). */
export const chooseWallet = ({ find, saved, account, canOpen, now }: ChooseDeps): { id: string } | undefined => {
  const [one, ...others] = saved.of(account());
  if (!one || others.length > 0 || !find()?.getSnapshot().hasTag('disconnected')) return undefined;
  if (saved.byHand.get() || isLate(one, now()) || (one.walletType === 'nwc' && !canOpen())) return undefined;
  return { id: one.id };
};

/** Connects a saved wallet; settled once it is connected, or rejected with why it is not. */
export const defineConnectSaved = (find: FindConnection) =>
  fromPromise<void, { id: string }>(async ({ input: { id }, signal }) => {
    const connection = find();
    if (!connection) throw new WalletError({ code: 'no-client' });
    connection.send({ type: 'wallet.connect', wish: { kind: 'saved', id } });
    const ended = await waitFor(connection, (snapshot) => !snapshot.hasTag('connecting'), {
      timeout: Infinity,
      signal,
    });
    if (!ended.hasTag('connected')) throw new WalletError(ended.context.problem ?? { code: 'cancelled' });
  });
