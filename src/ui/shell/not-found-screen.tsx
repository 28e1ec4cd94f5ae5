import { Navigate, useLocation } from '@tanstack/react-router';
import { readNostrLink, type LinkTarget } from '#domain/search/nostr-link.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { linkTexts as texts } from '#ui/texts/link.ts';
import { Page } from '#ui/kit/page.tsx';
import { ToFeed } from '#ui/kit/to-feed.tsx';

const OPENED: readonly LinkTarget['type'][] = ['profile', 'note', 'address'];

/** An address that leads nowhere, unless it ends in a code of Nostr, as those of other apps do. */
export const NotFoundScreen = () => {
  const code = useLocation({ select: ({ pathname }) => pathname.split('/').findLast(Boolean) ?? '' });
  if (OPENED.includes(readNostrLink(code).type)) return <Navigate to="/open" search={{ q: code }} replace />;
  return (
    <Page title={texts.notFound} ownHeading>
      <EmptyState art="nut" level={1} title={texts.notFound} action={<ToFeed />}>
        {texts.notFoundWhy}
      </EmptyState>
    </Page>
  );
};
