import * as screenLoaders from '#actors/profile/screen-loaders.ts';
import { registerQueryFunctions } from '#actors/profile/query-functions.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { FrameVerifier } from '#actors/wire/verifier.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createEventRegistry, type EventRegistry } from '#store/events/event-registry.ts';
import { createDisplayNames } from '#store/profile/display-names.ts';
import { noDirectory } from './open-reach.ts';

type Given = {
  readonly requests: RelayRequests;
  /** who is logged in */
  readonly pubkey?: string;
  readonly now?: () => number;
  readonly registry?: EventRegistry;
  readonly verifier?: Pick<FrameVerifier, 'verify'>;
};

const NOTHING_IS_GENUINE = { verify: async (frames: readonly string[]) => frames.map(() => undefined) };

/** The queries of people and notes over these requests; their code is at hand. */
export const startQueries = ({
  requests,
  pubkey,
  now = () => Date.now(),
  registry = createEventRegistry({ now }),
  verifier = NOTHING_IS_GENUINE,
}: Given) => {
  const queryClient = createQueryClient();
  const names = createDisplayNames(now);
  const account = { get: () => ({ pubkey }) };
  const deps = { directory: noDirectory, account, requests, registry, verifier, queryClient, names, now };
  const { loadMetadata } = registerQueryFunctions(deps, async () => screenLoaders);
  return { registry, queryClient, names, loadMetadata };
};
