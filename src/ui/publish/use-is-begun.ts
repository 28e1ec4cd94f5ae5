import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { VISITOR, type Draft, type Drafts } from '#domain/publish/draft.ts';
import { useAccount, useActing, useSystem } from '#ui/system-context.ts';

/** Where the draft of a reply is kept. */
export const replyPlace = ({ id }: { readonly id: string }): string => `reply ${id}`;

/** Where the draft of a quote is kept. */
export const quotePlace = ({ id }: { readonly id: string }): string => `quote ${id}`;

const draftAt = (drafts: Pick<Drafts, 'get'>, pubkey: string | undefined, place: string): Draft | undefined =>
  drafts.get({ owner: pubkey ?? VISITOR, place }) ?? drafts.get({ owner: VISITOR, place });

/** Tells whether something is written at a place that is not posted yet. */
export const useIsBegun = (): ((place: string) => boolean) => {
  const { writing } = useActing();
  const { pubkey } = useAccount();
  return (place) => draftAt(writing.drafts, pubkey, place) !== undefined;
};

const never = () => () => {};

/** The text at a place that is not posted yet; undefined also until the app can act, which does not start for it. */
export const useBegunText = (place: string): string | undefined => {
  const { app, acting } = useSystem();
  const { pubkey } = useAccount();
  const acts = useSelector(app, ({ children }) => 'publish-desk' in children);
  const writing = acts ? acting()!.writing : undefined;
  return useSyncExternalStore(
    writing?.onDraftsChanged ?? never,
    () => writing && draftAt(writing.drafts, pubkey, place)?.text,
  );
};
