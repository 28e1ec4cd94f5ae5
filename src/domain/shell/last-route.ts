import { decodeNoteId, decodeProfileId } from '#domain/protocol/identifiers.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { LAST_ROUTE_WINDOW_MS } from './shell-limits.ts';

/** What is saved under 'lastRouteInfo' (PWA-15). `savedAt` is ms since the epoch. */
export type LastRoute = { readonly path: string; readonly savedAt: number };

/** How the app was opened. `search` and `hash` as in `location`: '' or with their '?' and '#'. */
export type AppStart = {
  readonly standalone: boolean;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
};

/** Reads a saved route back from its JSON; undefined for anything else than a path inside the app, without a secret key, and a time. */
export const parseLastRoute = (json: string | null): LastRoute | undefined => {
  try {
    const { path, savedAt } = JSON.parse(json ?? '') as { path?: unknown; savedAt?: unknown };
    const inside = typeof path === 'string' && /^\/(?![/\\])/.test(path);
    if (leakedSecret(json ?? '') !== undefined) return undefined;
    return inside && typeof savedAt === 'number' && Number.isFinite(savedAt) ? { path, savedAt } : undefined;
  } catch {
    return undefined;
  }
};

const leadsToScreen = (path: string): boolean => {
  const [, screen = '', id = ''] = path.split('/');
  if (screen === 'note') return decodeNoteId(id) !== undefined;
  if (screen === 'npub') return decodeProfileId(id) !== undefined;
  return ['search', 'notifications', 'create', 'about'].includes(screen);
};

/**
 * The path to open instead of the feed: the last one of an installed app that starts at the bare root, if it was saved
 * less than 30 days ago and leads to a screen (PWA-16 to PWA-20). A query, a hash or another path is a wish of its own and stands.
 */
export const routeToRestore = (start: AppStart, saved: LastRoute | undefined, nowMs: number): string | undefined => {
  const bare = start.pathname === '/' && /^\??$/.test(start.search) && /^#?$/.test(start.hash);
  if (!start.standalone || !bare || saved === undefined || !leadsToScreen(saved.path)) return undefined;
  return nowMs - saved.savedAt < LAST_ROUTE_WINDOW_MS ? saved.path : undefined;
};
