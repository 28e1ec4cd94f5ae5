import { useEffect, useEffectEvent } from 'react';
import { Navigate, useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { bareRequestText, isRequestText } from '#domain/ecash/requests/request-text.ts';
import { tokenInFragment } from '#domain/ecash/tokens/token-link.ts';
import { readNostrLink, type LinkTarget } from '#domain/search/nostr-link.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { AppLink } from '#ui/links.tsx';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { useAccount } from '#ui/system-context.ts';
import { tokenAtHand } from '#ui/token/token-at-hand.ts';
import { tokenTexts } from '#ui/texts/token.ts';
import { linkTexts } from '#ui/texts/link.ts';
import { NotShown } from './not-shown.tsx';
import { Page } from '#ui/kit/page.tsx';
import { ToFeed } from '#ui/kit/to-feed.tsx';

const texts = linkTexts;

/** Where the link cannot lead, said in words. */
const Nowhere = ({ target, link }: { target: LinkTarget; link: string }) => {
  switch (target.type) {
    case 'secret':
      return (
        <EmptyState art="nut" level={1} title={texts.secret} action={<ToFeed />}>
          {texts.secretWhy}
        </EmptyState>
      );
    case 'address':
      return <NotShown found={target} level={1} />;
    default:
      return (
        <EmptyState
          art="bird"
          level={1}
          title={texts.unknown}
          action={
            <>
              {link !== '' && (
                <AppLink to="/search" search={{ q: link }} className="btn btn--primary">
                  {texts.search}
                </AppLink>
              )}
              <ToFeed />
            </>
          }
        >
          {texts.unknownWhy}
        </EmptyState>
      );
  }
};

/** Leads a token from the address to the sheet that takes it. */
const TokenLink = ({ token }: { token: string }) => {
  const router = useRouter();
  const account = useAccount();
  const open = useOpenToWrite();
  const lead = useEffectEvent(async () => {
    tokenAtHand.give(token, account);
    await router.navigate({ to: '/', replace: true });
    open({ money: 'receive' }, tokenTexts.receive);
  });
  useEffect(() => void lead(), []);
  return null;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Opens what a `web+nostr:` link of another site names, or takes the ecash behind `#`, and says so when it names nothing that can be shown. */
export const OpenScreen = () => {
  const asked = useSearch({ strict: false, select: ({ q }) => q ?? '' });
  const sawSecret = useLocation({ select: ({ state }) => state.sawSecret });
  const fragment = useLocation({ select: ({ hash }) => hash });
  const token = tokenInFragment(fragment);
  if (token !== undefined) return <TokenLink token={token} />;
  const request = [asked, decoded(fragment)].find(isRequestText);
  if (request !== undefined) return <Navigate to="/" search={{ money: bareRequestText(request) }} replace />;
  const target: LinkTarget = sawSecret ? { type: 'secret' } : readNostrLink(asked);
  if (target.type === 'profile') return <Navigate to="/npub/$npub" params={{ npub: target.npub }} replace />;
  if (target.type === 'note') return <Navigate to="/note/$noteId" params={{ noteId: target.noteId }} replace />;
  return (
    <Page title={texts.title} ownHeading>
      <Nowhere target={target} link={asked} />
    </Page>
  );
};
