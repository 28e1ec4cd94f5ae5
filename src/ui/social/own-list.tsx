import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { PeopleListKind } from '#domain/social/people-list.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { useAccount, useArea } from '#ui/system-context.ts';
import { texts as words } from '#ui/texts/app.ts';
import { PeopleVersions } from './people-versions.tsx';
import { PersonForm } from './person-form.tsx';
import { socialTexts as texts } from '#ui/texts/social.ts';
import './social.css';

const Unread = ({ list }: { list: PeopleListKind }) => {
  const area = useArea(list);
  const isUnread = useSelector(area, (snapshot) => snapshot.hasTag('unread'));
  if (!isUnread) return null;
  return (
    <Banner tone="warn" icon="alert" title={texts.unread[list]}>
      <span className="spread">
        {texts.unread.why}
        <Button look="line" size="s" onClick={() => area.send({ type: 'list.refresh' })}>
          {words.error.retry}
        </Button>
      </span>
    </Banner>
  );
};

/** What the user can do with a list of their own, above it; nothing on the profiles of others. */
export const OwnList = ({ list, pubkey }: { list: PeopleListKind; pubkey: string }) => {
  const { pubkey: self } = useAccount();
  if (pubkey !== self) return null;
  return (
    <div className="ownlist">
      <PersonForm list={list} />
      <ErrorBoundary fallback={null}>
        <Suspense>
          <Unread list={list} />
          <PeopleVersions list={list} pubkey={pubkey} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
};
