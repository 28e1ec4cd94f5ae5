import type { QueryClient } from '@tanstack/query-core';
import type { Problem } from '#domain/problem.ts';
import type { AnyActorLogic } from 'xstate';
import type { Browser } from '#ports/browser.ts';
import type { Saved } from '#actors/cache/persistence.ts';
import type { Storages } from '#actors/shell/browser.ts';
import type { Timelines } from '#actors/feed/timeline.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { Wire } from '#actors/wire/wire.ts';
import type { Area, AreaName, AreaRefs, GroupName, RunningAreas } from '#machines/areas.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { CacheBuster } from '#store/cache/cache-buster.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { KeyValueStore } from '#store/storage/key-value-store.ts';
import type { Muted } from '#store/social/muted.ts';
import type { PreferenceStore } from '#store/settings/preferences.ts';
import type { GROUPS } from './group-names.ts';

/** Areas by the name each is started with, in the order of their start. */
export type NamedAreas = { readonly [Name in AreaName]?: Area<Name> };

/** All areas of a group, none left out. */
export type AreasOf<Group extends GroupName> = { readonly [Name in (typeof GROUPS)[Group][number]]: Area<Name> };

/** The areas that start with the page. */
export type FirstAreas = {
  readonly [Name in Exclude<AreaName, (typeof GROUPS)[GroupName][number]>]: Area<Name>;
};

/** Any area, where nobody asks which. */
export type AnyArea = { readonly logic: AnyActorLogic; readonly input?: unknown };

/** What the areas that start later share with those of the start. */
export type AreaDeps = RunningAreas & {
  readonly browser: Browser;
  readonly storages: Storages;
  /** aborted when the app stops: what runs beside the areas ends then */
  readonly ending: AbortSignal;
  readonly timelines: Timelines;
  readonly requests: RelayRequests;
  readonly wire: Wire;
  readonly registry: EventRegistry;
  readonly queryClient: QueryClient;
  /** runs from the start */
  readonly directory: () => AreaRefs['relay-directory'];
  readonly account: AccountStore;
  readonly preferences: PreferenceStore;
  /** what is kept between visits of what was fetched */
  readonly kept: {
    readonly store: KeyValueStore;
    readonly names: DisplayNames;
    readonly buster: CacheBuster;
    /** what the start found, nothing on a first visit */
    readonly reading: Promise<Saved>;
  };
  readonly muted: Muted;
  /** The name of the app for what the user publishes; undefined when they do not want it told (PUB-08). */
  readonly client: () => string | undefined;
  /** Shows a line to the user. */
  readonly notify: (problem: Problem) => void;
  /** Shows a path of the app. */
  readonly open: (path: string) => void;
  /** ms since the epoch */
  readonly now: () => number;
};
