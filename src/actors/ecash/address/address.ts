import { fromCallback, fromPromise } from 'xstate';
import { addressAt, addressService, type AddressRow } from '#domain/ecash/address.ts';
import { ADDRESS_FETCH_AGAIN_MS, ADDRESS_FETCH_EVERY_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError, ecashProblemOf } from '#domain/ecash/ecash-problem.ts';
import { createListeners } from '#domain/listeners.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import type { EcashAddress } from '#ports/ecash.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { DutyFact, DutyOwner } from '#machines/ecash/duty.machine.ts';
import { enterAddressService } from './address-service.ts';
import { acts, onOccasion } from '#actors/ecash/duty-watch.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { takeFromAddress, type AddressLook, type TakingAddressDeps } from './taking-address.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { NUT_LOCKED_QUOTES } from '#domain/ecash/mints/nuts.ts';

const ROW = 'address';
export type AddressDeps = TakingAddressDeps &
  Pick<RunningAreas, 'find' | 'follow'> & {
    readonly window: EventTarget;
    readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
    readonly purse: () => Purse | undefined;
    /** the wallet, opened for what somebody pressed */
    readonly opened: () => Promise<Purse>;
    readonly purseOf: (pubkey: string) => Purse;
    readonly onAccount: (listener: () => void) => () => void;
    /** the service that is proposed */
    readonly usual: string;
    /** is told of what was found without anybody's asking */
    readonly arrived: (sats: number) => void;
    /** ms since the epoch */
    readonly now: () => number;
  };

/** The row as it stands in the ledger, for the views of all tabs. */
const createStand = ({ purse, onAccount }: Pick<AddressDeps, 'purse' | 'onAccount'>) => {
  const listeners = createListeners();
  let stop = () => {};
  let known: AddressRow | undefined;
  const take = (row: AddressRow | undefined) => {
    if (JSON.stringify(row) === JSON.stringify(known)) return;
    known = row;
    listeners.tell();
  };
  const look = async () => {
    const mine = purse();
    const row = await mine?.ledger.beside.get<AddressRow>(ROW).catch(() => known);
    if (mine === purse()) take(row);
  };
  const begin = () => {
    stop();
    take(undefined);
    stop = purse()?.ledger.watch(() => void look(), { stores: ['wallet'] }) ?? (() => {});
    void look();
  };
  onAccount(begin);
  begin();
  return { get: () => known, subscribe: listeners.subscribe };
};

const change = (purse: Purse, next: (row: AddressRow | undefined) => AddressRow | undefined): Promise<void> =>
  purse.ledger.beside.change<AddressRow>(ROW, next);

/** Looks at the service once, and writes down what that came to. Rejects when it cannot be asked. */
const look = async (deps: AddressDeps, purse: Purse, row: AddressRow): Promise<AddressLook> => {
  await change(purse, (now) => now && { ...now, triedAt: deps.now() });
  try {
    const found = await takeFromAddress(deps, purse, row);
    await change(purse, (now) => {
      const { problem: _, since: __, ...rest } = now ?? row;
      // another one was chosen in between
      return rest.service === row.service ? { ...rest, fetchedAt: deps.now(), ...found.row } : now;
    });
    return found;
  } catch (error) {
    await change(purse, (now) => now && { ...now, problem: ecashProblemOf(error) });
    throw error;
  }
};

const createActs = (deps: AddressDeps, stand: EcashAddress['stand']): EcashAddress => ({
  stand,
  usual: deps.usual,
  async setUp(text, mint) {
    refuseSecrets(text);
    const service = addressService(text, isSampleNetwork());
    const mine = await deps.opened();
    const { pubkey } = (await mine.ledger.wallet.get())!;
    if (!(await mine.mints.facts(mint)).info.nuts.includes(NUT_LOCKED_QUOTES))
      throw new EcashError({ code: 'address-no-lock' });
    const entered = await enterAddressService({ fetch: deps.fetch, core: mine.core }, service);
    await entered.useMint(mint);
    await change(mine, (row) => {
      // all is looked through once more
      const { isOff: _, problem: __, since: ___, ...rest } = row ?? {};
      return row?.service === service ? { ...rest, service, mint } : { service, mint };
    });
    return addressAt(service, pubkey);
  },
  async fetch() {
    const mine = await deps.opened();
    const row = await mine.ledger.beside.get<AddressRow>(ROW);
    return row ? (await look(deps, mine, row)).sats : 0;
  },
  async leave() {
    await change(await deps.opened(), (row) => row && { ...row, isOff: true });
  },
});

/**
 * A Lightning address that pays into the ecash: a service hands out the invoices of a mint, and this wallet fetches what was paid.
 * The address bears the key of the wallet, so the signer of the account is asked for nothing, and what waits at the mint is
 * locked to this wallet.
 */
export const createAddress = (deps: AddressDeps) => {
  const { purseOf, now, window, document, follow } = deps;
  const isDue = (row: AddressRow | undefined): row is AddressRow =>
    row !== undefined && row.isOff === undefined && now() - (row.triedAt ?? 0) >= ADDRESS_FETCH_AGAIN_MS;
  return {
    address: createActs(deps, createStand(deps)),
    slots: {
      'watch duty': fromCallback<DutyFact, DutyOwner>(({ sendBack }) => {
        const due = () => {
          if (document.visibilityState === 'visible') sendBack({ type: 'duty.due' });
        };
        const timer = setInterval(due, ADDRESS_FETCH_EVERY_MS);
        document.addEventListener('visibilitychange', due);
        const leave = onOccasion({ follow, window }, due);
        return () => {
          clearInterval(timer);
          document.removeEventListener('visibilitychange', due);
          leave();
        };
      }),
      'do duty': fromPromise<{ readonly isLeft: boolean }, DutyOwner>(async ({ input: { pubkey } }) => {
        const mine = purseOf(pubkey);
        const row = acts(deps) ? await mine.ledger.beside.get<AddressRow>(ROW) : undefined;
        if (!isDue(row)) return { isLeft: false };
        // a service that is down is asked again in ten minutes, not at once
        const found = await look(deps, mine, row).catch(() => undefined);
        if (found && found.sats > 0) deps.arrived(found.sats);
        return { isLeft: false };
      }),
    },
  };
};
