import type { NostrEvent } from '#domain/protocol/event.ts';
import { parseMetadata, type Metadata } from '#domain/profile/metadata.ts';

/** The metadata of the accounts used in this browser, so that avatar and name are there at once (LOGIN-34). */
export type CachedMetadata = {
  /** undefined when nothing usable is kept. `pubkey` in hex. */
  get(pubkey: string): Metadata | undefined;
  set(pubkey: string, metadata: Metadata): void;
};

/** Keeps the metadata of a kind 0 event where nothing newer is kept, and gives it back then. */
export const keepNewest = (cached: CachedMetadata, event: NostrEvent): Metadata | undefined => {
  const metadata = parseMetadata(event);
  if (!metadata || metadata.createdAt < (cached.get(event.pubkey)?.createdAt ?? 0)) return undefined;
  cached.set(event.pubkey, metadata);
  return metadata;
};

type Storages = Pick<Storage, 'getItem' | 'setItem'>;

const PREFIX = 'nostrMetadata:';
const keyOf = (pubkey: string) => `${PREFIX}${pubkey}`;

/** Forgets the metadata of all accounts. */
export const forgetCachedMetadata = (storage: Storage | undefined): void => {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) storage?.removeItem(key);
};

/** See `CachedMetadata`; `storage` is undefined where the browser blocks it. */
export const createCachedMetadata = (storage: Storages | undefined): CachedMetadata => ({
  get(pubkey) {
    try {
      const content = storage?.getItem(keyOf(pubkey));
      if (!content) return undefined;
      const { createdAt } = JSON.parse(content) as { readonly createdAt?: unknown };
      // read like an event, so that nothing but safe addresses comes out
      return parseMetadata({ content, created_at: typeof createdAt === 'number' ? createdAt : 0 }) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set(pubkey, metadata) {
    try {
      storage?.setItem(keyOf(pubkey), JSON.stringify(metadata));
    } catch {
      // without room the name comes from the relays, a moment later
    }
  },
});
