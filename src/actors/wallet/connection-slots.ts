import { fromCallback, fromPromise } from 'xstate';
import type { WalletTransaction } from '#domain/wallet/nwc.ts';
import type { WalletRoute } from '#domain/wallet/payment.ts';
import type { ConnectedWallet, WalletWish } from '#domain/wallet/wallet.ts';
import { BALANCE_STALE_MS } from '#domain/wallet/wallet-limits.ts';
import { isPassing, walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import type { ServiceFact } from '#machines/wallet/nwc-service.machine.ts';
import type { MindFact } from '#machines/wallet/wallet-connection.machine.ts';
import { openRelays } from '#actors/wire/open-links.ts';
import type { Wire } from '#actors/wire/wire.ts';
import type { Connecting } from './connecting.ts';
import type { WalletLink } from './wallet-link.ts';

export const defineConnect = (connecting: Connecting) =>
  fromPromise<ConnectedWallet, { wish: WalletWish | undefined; attempt: number }>(
    ({ input: { wish, attempt }, signal }) => connecting.connect(wish, attempt, signal),
  );

const balanceFact = (balance: number | undefined): MindFact | undefined =>
  balance === undefined ? undefined : { type: 'balance.changed', balance };

/** A wallet that may not or cannot tell does just that: nothing went wrong. */
const balanceFailure = (error: unknown): MindFact | undefined => {
  const problem = walletProblemOf(error);
  const isSilent = problem.code === 'service' && ['NOT_IMPLEMENTED', 'RESTRICTED'].includes(problem.name);
  return isSilent ? undefined : { type: 'balance.failed', problem };
};

/** While nothing moved, what is known stays: its relays may not be back yet. */
const laterFailure: typeof balanceFailure = (error) =>
  isPassing(walletProblemOf(error)) ? undefined : balanceFailure(error);

/** Looks whether the wallet of a browser is still there, tells it, and says whether that is new (WEBLN-02). */
const createProviderLook = (link: WalletLink | undefined, tell: (fact: MindFact) => void) => {
  let known = true;
  return (): boolean => {
    if (link?.route.kind !== 'webln') return false;
    const isThere = link.unready() === undefined;
    const isNew = isThere !== known;
    known = isThere;
    tell({ type: isThere ? 'provider.ready' : 'provider.missing' });
    return isNew;
  };
};

type Minding = {
  readonly onMoved: (listener: () => void) => () => void;
  /** is told on what the wallet says of money that moved */
  readonly hear: (route: WalletRoute, moved: WalletTransaction) => void;
  /** calls back when somebody looks at the balance */
  readonly onAsked: (listener: () => void) => () => void;
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  /** ms since the epoch */
  readonly now: () => number;
};

/**
 * Tells balance and budget at the start and when money moved; one that the wallet does not tell is left out. Of a remote wallet
 * also when somebody looks, not too often: it may pay elsewhere. Of the wallet of a browser also whether it is there, then and
 * whenever the page is seen again.
 */
export const defineMindWallet = (connecting: Connecting, { onMoved, hear, onAsked, document, now }: Minding) =>
  fromCallback<MindFact>(({ sendBack }) => {
    const link = connecting.link();
    const tell = (fact: MindFact) => sendBack(fact);
    const lookForProvider = createProviderLook(link, tell);
    let lookedAt = 0;
    const look = async (failure = balanceFailure) => {
      lookedAt = now();
      lookForProvider();
      const told = await link?.balance().then(balanceFact, failure);
      if (told) tell(told);
      // few wallets know of budgets, and others need not be asked in vain
      if (!link?.facts.methods.includes('get_budget')) return;
      const known = await link.budget().then(
        (budget) => ({ budget }),
        () => undefined,
      );
      if (known) tell({ type: 'budget.changed', ...known });
    };
    const lookAgain = () => {
      if (link?.route.kind === 'nwc' && now() - lookedAt >= BALANCE_STALE_MS) void look(laterFailure);
    };
    const seen = () => {
      if (document.visibilityState !== 'visible') return;
      if (lookForProvider()) void look();
      else lookAgain();
    };
    document.addEventListener('visibilitychange', seen);
    const endings = [
      link?.onMoved((moved) => {
        hear(link.route, moved);
        void look();
      }),
      onMoved(() => void look()),
      onAsked(lookAgain),
      connecting.onLost(() => tell({ type: 'wallet.lost', problem: { code: 'worker' } })),
      () => document.removeEventListener('visibilitychange', seen),
    ];
    void look();
    return () => endings.forEach((end) => end?.());
  });

/** Whether any of these relays is connected. */
export const isReached = (wire: Pick<Wire, 'links'>, relays: readonly string[]): boolean =>
  openRelays(wire).some((relay) => relays.includes(relay));

/**
 * Tells whether any relay of the wallet is connected: one that goes takes nothing away while another is there
 * (docs/adr/0051-payments-are-written-down.md).
 */
export const defineWatchWalletRelays = (connecting: Connecting, wire: Pick<Wire, 'links' | 'observe'>) =>
  fromCallback<ServiceFact>(({ sendBack }) => {
    const relays = connecting.relays();
    const look = (open: ServiceFact['type']) => {
      sendBack({ type: isReached(wire, relays) ? open : 'relays.disconnected' } satisfies ServiceFact);
    };
    // it answered just now, or some time ago when it was set aside for another one
    look('answers.complete');
    return wire.observe(({ type, relay }) => {
      if ((type === 'opened' || type === 'closed') && relays.includes(relay)) look('relay.connected');
    });
  });
