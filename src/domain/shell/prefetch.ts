import type { EventRef, ProfileRef } from '#domain/protocol/event.ts';
import { decodeNoteId, decodeProfileId } from '#domain/protocol/identifiers.ts';

/** A screen worth loading before it is opened, with what its data needs. */
export type PrefetchTarget =
  | { readonly screen: 'feed' }
  | { readonly screen: 'create' }
  | ({ readonly screen: 'note' } & EventRef)
  | ({ readonly screen: 'profile' } & ProfileRef);

/** What an internal link to '/', '/note/', '/npub/' or '/create' leads to; else undefined (ROUTE-32 to ROUTE-37). */
export const prefetchTarget = (href: string): PrefetchTarget | undefined => {
  const path = /^[^?#]*/.exec(href)?.[0] ?? '';
  if (path === '/') return { screen: 'feed' };
  if (path === '/create') return { screen: 'create' };
  const [, screen, id] = /^\/(note|npub)\/([^/]+)/.exec(path) ?? [];
  if (screen === undefined || id === undefined) return undefined;
  if (screen === 'note') {
    const note = decodeNoteId(id);
    return note && { screen: 'note', ...note };
  }
  const profile = decodeProfileId(id);
  return profile && { screen: 'profile', ...profile };
};

/** What the browser tells of the connection, where it tells (`navigator.connection`). */
export type ConnectionHints = { readonly saveData?: boolean; readonly effectiveType?: string };

/** Whether data may be spent on a guess: not in data-saver mode nor on 2g (ROUTE-35, ROUTE-36). */
export const mayPrefetch = (connection: ConnectionHints | undefined): boolean =>
  connection?.saveData !== true && connection?.effectiveType !== '2g' && connection?.effectiveType !== 'slow-2g';
