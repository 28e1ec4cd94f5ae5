import type { CacheBreakdown } from '#domain/cache/cache-size.ts';
import type { Stake } from '#domain/ecash/ledger/stake.ts';
import type { MemoryInfo } from '#domain/cache/cleanup-levels.ts';
import type { Changing } from './session.ts';

/** What the browser says of the storage of this app. Bytes; undefined where it does not tell. */
export type StorageState = {
  /** false: it may remove what is kept when room gets scarce */
  readonly persisted: boolean | undefined;
  readonly usage: number | undefined;
  readonly quota: number | undefined;
};

/** Things kept apart from the query cache. `bytes` are estimated. */
export type Extra = { readonly items: number; readonly bytes: number };

/** What the caches hold at a moment. */
export type CacheReport = {
  readonly breakdown: CacheBreakdown;
  readonly names: Extra;
  readonly ascii: Extra;
  readonly memory: MemoryInfo;
  readonly storage: StorageState;
  /** wallet connections, saved or only of this moment; undefined while nobody knows, as where the keys cannot be read */
  readonly wallets: number | undefined;
};

/** What the app has of the care for its caches, once that runs. */
export type Upkeep = {
  /** looks anew every few seconds while somebody listens */
  readonly report: Changing<CacheReport>;
  /** What all accounts of this browser have that they can lose. Rejects when it cannot be read. */
  stakes(): Promise<readonly Stake[]>;
  /** How many keys are saved, also such as are damaged. Rejects when that cannot be read. */
  countKeys(): Promise<number>;
};
