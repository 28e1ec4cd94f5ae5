import type { TabChannel } from '#store/storage/tab-channel.ts';
import { fromCallback, fromPromise } from 'xstate';
import { MINT_REFRESH_MS, TABS_TOLD_MS } from '#domain/ecash/ecash-limits.ts';
import { DAY } from '#domain/units.ts';
import { isArrival } from '#domain/ecash/ledger/made-offer.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { EcashFact, OpenOperation, TabWish } from '#machines/ecash/ecash.machine.ts';
import { onBack, type SeenPage } from '#actors/shell/on-back.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import type { Purse } from './purse.ts';

type Mine = { pubkey: string };

/** The purse of an account. */
export type PurseOf = (pubkey: string) => Purse;

/** How the chart of an operation begins. */
export const openOperation = (record: Operation, isFresh: boolean): OpenOperation => {
  const { id, kind, phase, mint, quote, partner } = record;
  // nobody but this wallet pays the invoice of a move: its payment says when it is over; what came by an offer is paid already
  const isLed = partner !== undefined || isArrival(record);
  return { operation: id, kind, phase, mint, quote: isLed ? undefined : quote?.id, isFresh };
};

/** What was said from tab to tab. */
export type TabMessage = { readonly pubkey: string; readonly wish: TabWish };

const wishOf = (data: unknown, pubkey: string): TabWish | undefined => {
  const message = data as Partial<TabMessage> | null;
  return message?.pubkey === pubkey && Array.isArray(message.wish?.operations) ? message.wish : undefined;
};

type Around = {
  readonly channel: TabChannel | undefined;
  /** Names of the tabs that are there; none where the browser cannot say. */
  readonly tabs: () => Promise<ReadonlySet<string>>;
  readonly now: () => number;
};

/** Whether there is a wallet, and its opening. */
export const createWalletSlots = (purseOf: PurseOf) => ({
  'find wallet': fromPromise<boolean, Mine>(
    async ({ input: { pubkey } }) => (await purseOf(pubkey).ledger.wallet.get()) !== undefined,
  ),
  'await wallet': fromCallback<EcashFact, Mine>(({ input: { pubkey }, sendBack }) => {
    const { ledger } = purseOf(pubkey);
    return onChanged({
      watch: (look) => [ledger.watch(look, { stores: ['wallet'] })],
      // it may have been made since it was looked for
      read: () => ledger.wallet.get(),
      tell: () => sendBack({ type: 'wallet.made' } satisfies EcashFact),
    });
  }),
  'open wallet': fromPromise<void, Mine>(({ input: { pubkey } }) => purseOf(pubkey).open()),
  'watch worker': fromCallback<EcashFact, Mine>(({ input: { pubkey }, sendBack }) =>
    purseOf(pubkey).onLost(() => sendBack({ type: 'worker.lost' } satisfies EcashFact)),
  ),
});

/** All that is open. `begun`: what this tab waits for. */
const findOpen = async (
  { ledger }: Pick<Purse, 'ledger'>,
  tabs: Around['tabs'],
  begun: readonly string[],
): Promise<readonly OpenOperation[]> => {
  const [open, there] = [await ledger.operations(), await tabs()];
  // an invoice may be paid already: it is looked at first
  const isInvoice = (record: Operation) => record.kind === 'deposit' && !record.partner && !isArrival(record);
  // the tab that wrote it down waits for it, and may not have said so yet
  const isAwaited = ({ id, tab = '' }: Operation) => begun.includes(id) || there.has(tab);
  // what makes proofs fresh, or takes a token back, is led by the one whose proofs they were
  return open
    .filter(({ parent }) => parent === undefined)
    .map((record) => openOperation(record, !isInvoice(record) && isAwaited(record)));
};

/** The same once a tab begins to act: the one before may have ended between what it wrote and telling of it. */
const defineFindOperations = (purseOf: PurseOf, tabs: Around['tabs']) =>
  fromPromise<readonly OpenOperation[], Mine & { begun: readonly string[] }>(async ({ input: { pubkey, begun } }) => {
    const purse = purseOf(pubkey);
    purse.ledger.lookAgain('everywhere');
    return await findOpen(purse, tabs, begun);
  });

/** What another tab wrote down, and was gone before it told of it: each such thing is told once. */
const watchStrays = (purse: Purse, tabs: Around['tabs'], tell: (operation: OpenOperation) => void) => {
  const known = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    timer = undefined;
    const open = await findOpen(purse, tabs, []).catch(() => []);
    for (const each of open.filter(({ operation }) => !known.has(operation))) {
      known.add(each.operation);
      tell(each);
    }
  };
  const stop = purse.ledger.watch(() => (timer ??= setTimeout(() => void look(), TABS_TOLD_MS)), {
    stores: ['operations'],
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
};

/** What the tab that acts hears of: other tabs, the network, its mints, and what is open. */
export const createActingSlots = (purseOf: PurseOf, { window, document, channel, tabs, now }: SeenPage & Around) => ({
  'hear tabs': fromCallback<EcashFact, Mine>(({ input: { pubkey }, sendBack }) => {
    const purse = purseOf(pubkey);
    const tell = (operation: OpenOperation) => sendBack({ type: 'operation.begun', operation } satisfies EcashFact);
    const begin = async (id: string) => {
      const record = await purse.ledger.operation(id).catch(() => undefined);
      if (record) tell(openOperation(record, true));
    };
    const stop = watchStrays(purse, tabs, tell);
    const hear = ({ data }: MessageEvent) => {
      const wish = wishOf(data, pubkey);
      for (const operation of wish?.operations ?? [])
        if (wish!.type === 'begun') void begin(operation);
        else sendBack({ type: 'operation.look', operation } satisfies EcashFact);
    };
    channel?.addEventListener('message', hear as EventListener);
    return () => {
      channel?.removeEventListener('message', hear as EventListener);
      stop();
    };
  }),
  'watch occasions': fromCallback<EcashFact>(({ sendBack }) =>
    onBack({ window, document }, () => sendBack({ type: 'occasion' } satisfies EcashFact)),
  ),
  'watch mints': fromCallback<EcashFact, Mine>(({ input: { pubkey }, sendBack }) => {
    const { ledger } = purseOf(pubkey);
    return onChanged({
      watch: (look) => [ledger.watch(look, { stores: ['mints'] })],
      read: () => ledger.seen.mints(),
      mark: (rows) => rows.map(({ url }) => url).join(' '),
      tell(rows) {
        const mints = rows.map(({ url, facts, savedAt = 0 }) => ({
          mint: url,
          freshMs: facts ? Math.max(0, Math.min(savedAt + MINT_REFRESH_MS - now(), DAY)) : 0,
        }));
        sendBack({ type: 'mints.changed', mints } satisfies EcashFact);
      },
    });
  }),
  'find operations': defineFindOperations(purseOf, tabs),
});
