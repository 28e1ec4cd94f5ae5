import type { SealedText } from '#domain/ecash/proof.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';

/** name of the row beside the money */
const NAME = 'read before';

type Row = {
  /** by the id of an event: what the signer decrypted of it, sealed under the key of the wallet */
  readonly copies: Readonly<Record<string, SealedText>>;
  /** by the id of a token event that was read and is over: what it had replaced */
  readonly gone: Readonly<Record<string, readonly string[]>>;
};

/** What was read of relays. `whole`: all that they have was seen, so that of all else nothing need be remembered. */
export type Seen = {
  readonly standing: readonly string[];
  readonly gone: ReadonlyMap<string, readonly string[]>;
  readonly isWhole: boolean;
};

/**
 * What the signer decrypted once, so that it is not asked for it again on this visit or a later one: some ask a person each time.
 * The ids of events name it; it is stored sealed, and lost without harm.
 */
export type DecryptedBefore = {
  /** What is in an event, or in a part of it that has a name of its own; undefined when it was not read, or cannot be opened now. */
  plain(id: string): Promise<string | undefined>;
  keep(id: string, plain: string): Promise<void>;
  /** The token events that were read and are over, with what they had replaced. */
  gone(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Remembers for the next visit what relays still have. */
  remember(seen: Seen): Promise<void>;
};

type Deps = { readonly ledger: Pick<Ledger, 'beside'>; readonly core: Pick<EcashCore, 'sealCopy' | 'openCopy'> };

/** Nothing is read before it is wanted. */
export const createDecryptedBefore = ({ ledger: { beside }, core }: Deps): DecryptedBefore => {
  const copies = new Map<string, SealedText>();
  const gone = new Map<string, readonly string[]>();
  let saved: string | undefined;
  const nameAll = () => [...copies.keys(), '', ...gone.keys()].join(' ');
  const load = async () => {
    if (saved !== undefined) return;
    const row = await beside.get<Row>(NAME);
    if (saved !== undefined) return;
    for (const [id, sealed] of Object.entries(row?.copies ?? {})) copies.set(id, sealed);
    for (const [id, del] of Object.entries(row?.gone ?? {})) gone.set(id, del);
    saved = nameAll();
  };
  return {
    async plain(id) {
      await load();
      const sealed = copies.get(id);
      // what is not opened here the signer opens
      return sealed && (await core.openCopy({ name: id, sealed }).catch(() => undefined));
    },
    async keep(id, plain) {
      await load();
      // what cannot be sealed now is decrypted once more
      const sealed = await core.sealCopy({ name: id, plain }).catch(() => undefined);
      if (sealed) copies.set(id, sealed);
    },
    async gone() {
      await load();
      return gone;
    },
    async remember({ standing, gone: over, isWhole }) {
      await load();
      const stands = new Set(standing);
      for (const id of copies.keys()) if (over.has(id) || (isWhole && !stands.has(id))) copies.delete(id);
      if (isWhole) for (const id of gone.keys()) if (!over.has(id)) gone.delete(id);
      for (const [id, del] of over) gone.set(id, del);
      const named = nameAll();
      if (named === saved) return;
      const row: Row = { copies: Object.fromEntries(copies), gone: Object.fromEntries(gone) };
      await beside.change<Row>(NAME, () => row);
      saved = named;
    },
  };
};
