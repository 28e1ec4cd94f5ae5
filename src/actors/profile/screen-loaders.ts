import { createNotesLoader } from '#actors/feed/notes-loader.ts';
import { createStatsLoader } from '#actors/feed/stats-loader.ts';
import { createJointFetch } from '#actors/wire/joint-fetch.ts';
import { createMetadataLoader, fetchProfileMetadata, type MetadataDeps, type OwnDeps } from './metadata-loader.ts';

/** What the notes on a screen need besides themselves, of all of them by one REQ per relay. */
export const createScreenLoaders = (deps: MetadataDeps & OwnDeps) => {
  const joint = { ...deps, requests: { ...deps.requests, fetch: createJointFetch(deps.requests) } };
  return {
    metadata: createMetadataLoader(joint),
    note: createNotesLoader(joint),
    stats: createStatsLoader(joint.requests),
    profile: (pubkey: string, signal: AbortSignal) => fetchProfileMetadata(deps, pubkey, signal),
  };
};
