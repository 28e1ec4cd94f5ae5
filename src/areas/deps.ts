import type { QueryClient } from '@tanstack/query-core';
import type { ActorRefFrom, AnyActorLogic, AnyActorRef } from 'xstate';
import type { Timelines } from '#actors/feed/timeline.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { Wire } from '#actors/wire/wire.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { CacheBuster } from '#store/cache/cache-buster.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { KeyValueStore } from '#store/storage/key-value-store.ts';
import type { Muted } from '#store/social/muted.ts';
import type { PreferenceStore } from '#store/settings/preferences.ts';

/** One area: its machine with all slots filled, and what it starts with. */
export type Area = { readonly logic: AnyActorLogic; readonly input?: unknown };

/** Areas by the id each is started with, in the order of their start. */
export type NamedAreas = readonly (readonly [string, Area])[];

/** What the areas that start later share with those of the start. */
export type AreaDeps = {
  readonly timelines: Timelines;
  readonly requests: RelayRequests;
  readonly wire: Wire;
  readonly registry: EventRegistry;
  readonly queryClient: QueryClient;
  readonly directory: () => ActorRefFrom<typeof relayDirectoryMachine>;
  readonly account: AccountStore;
  readonly preferences: PreferenceStore;
  /** what is kept between visits of what was fetched */
  readonly kept: { readonly store: KeyValueStore; readonly names: DisplayNames; readonly buster: CacheBuster };
  readonly muted: Muted;
  /** the running actor of an area */
  readonly find: (id: string) => AnyActorRef | undefined;
  /** The name of the app for what the user publishes; undefined when they do not want it told (PUB-08). */
  readonly client: () => string | undefined;
  /** Shows a line to the user. */
  readonly notify: (text: string) => void;
  /** Shows a path of the app. */
  readonly open: (path: string) => void;
  /** ms since the epoch */
  readonly now: () => number;
};
