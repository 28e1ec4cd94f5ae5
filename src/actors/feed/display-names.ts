import { fromCallback, type AnyEventObject } from 'xstate';
import { METADATA_BATCH_MAX } from '#domain/profile/profile-limits.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import type { LoadOne } from '#actors/relays/batcher.ts';
import type { DisplayNamesEvent } from '#machines/feed/display-names.machine.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';

/** Tells when names begin to be wanted. */
export const defineWatchWantedNames = (names: DisplayNames) =>
  fromCallback(({ sendBack }) => {
    const tell = (event: DisplayNamesEvent) => sendBack(event);
    return names.onWanted(() => tell({ type: 'names.wanted' }));
  });

type Deps = { readonly names: DisplayNames; readonly loadMetadata: LoadOne<Metadata | null> };

/** Fetches the names that are wanted now, together with the metadata that views ask for at the same time (NAME-02). */
export const defineFetchNames = ({ names, loadMetadata }: Deps) =>
  fromCallback<AnyEventObject, { batch: string }>(({ input, sendBack }) => {
    const tell = (event: DisplayNamesEvent) => sendBack(event);
    const wanted = names.takeWanted(METADATA_BATCH_MAX);
    void Promise.allSettled(wanted.map(loadMetadata)).then(() => tell({ type: 'batch.ended', batch: input.batch }));
  });
