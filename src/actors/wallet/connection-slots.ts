import { fromCallback, fromPromise } from 'xstate';
import type { WalletTransaction } from '#domain/wallet/nwc.ts';
import type { WalletRoute } from '#domain/wallet/payment.ts';
import type { ConnectedWallet, WalletWish } from '#domain/wallet/wallet.ts';
import { walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import type { ServiceFact } from '#machines/wallet/nwc-service.machine.ts';
import type { MindFact } from '#machines/wallet/wallet-connection.machine.ts';
import { openRelays } from '#actors/wire/open-links.ts';
import type { Wire } from '#actors/wire/wire.ts';
import type { Connecting } from './connecting.ts';

export const defineConnect = (connecting: Connecting) =>
  fromPromise<ConnectedWallet, { wish: WalletWish | undefined; attempt: number }>(({ input: { wish, attempt } }) =>
    connecting.connect(wish, attempt),
  );

const balanceFact = (balance: number | undefined): MindFact | undefined =>
  balance === undefined ? undefined : { type: 'balance.changed', balance };

/** A wallet that may not or cannot tell does just that: nothing went wrong. */
const balanceFailure = (error: unknown): MindFact | undefined => {
  const problem = walletProblemOf(error);
  const isSilent = problem.code === 'service' && ['NOT_IMPLEMENTED', 'RESTRICTED'].includes(problem.name);
  return isSilent ? undefined : { type: 'balance.failed', problem };
};

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
      const told = await link?.balance().then(balanceFact, balanceFailure);
      if (told && !isOver) tell(told);
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
