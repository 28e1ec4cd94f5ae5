import { useMatchRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TabLinks } from '#ui/kit/tab-links.tsx';
import { AppLink } from '#ui/links.tsx';
import { whole } from '#ui/texts/formats.ts';
import { profileTexts as texts } from '#ui/texts/profile.ts';
import { useFollowers, useFollowing, useMuteList, useRelayList } from './profile-queries.ts';

const LISTS = ['following', 'followers', 'mute-list', 'relays'] as const;
const WRITTEN = ['replies', 'media', 'likes'] as const;

type List = (typeof LISTS)[number];

type PartLinkProps = {
  to: '/npub/$npub' | `/npub/$npub/${List | (typeof WRITTEN)[number]}`;
  npub: string;
  /** the address of the part has a second form, and that one is on screen */
  current?: boolean;
  children: ReactNode;
};

/** Changing the part is no step of its own: Back leads out of the profile. */
const PartLink = ({ to, npub, current = false, children }: PartLinkProps) => (
  <AppLink
    to={to}
    params={{ npub }}
    activeOptions={{ exact: true, includeSearch: false }}
    {...(current && { 'aria-current': 'page' })}
    replace
    state={true}
    resetScroll={false}
  >
    {children}
  </AppLink>
);

/** How much is in each list, as far as it is known. */
const useCounts = (pubkey: string): Readonly<Record<List, number | undefined>> => ({
  following: useFollowing(pubkey).data?.length,
  followers: useFollowers(pubkey).data?.length,
  'mute-list': useMuteList(pubkey).data?.length,
  relays: useRelayList(pubkey).data?.length,
});

type Props = { pubkey: string; npub: string };

const NotesTab = ({ npub }: Pick<Props, 'npub'>) => (
  <PartLink to="/npub/$npub" npub={npub} current={useMatchRoute()({ to: '/npub/$npub/notes' }) !== false}>
    {texts.tabs.notes}
  </PartLink>
);

/** The lists of a person, with how much is in each. */
const ListTabs = ({ pubkey, npub }: Props) => {
  const counts = useCounts(pubkey);
  return (
    <TabLinks label={texts.parts}>
      <NotesTab npub={npub} />
      {LISTS.map((list) => (
        <PartLink key={list} to={`/npub/$npub/${list}`} npub={npub}>
          {texts.tabs[list]}
          {counts[list] !== undefined && (
            <>
              {' '}
              <span className="num">{whole(counts[list])}</span>
            </>
          )}
        </PartLink>
      ))}
    </TabLinks>
  );
};

const COUNTED = ['following', 'followers', 'relays'] as const;

/** Leads to the lists, where the mute list is, too. */
const Counts = ({ pubkey, npub }: Props) => {
  const counts = useCounts(pubkey);
  return (
    <nav className="pf__counts" aria-label={texts.lists}>
      {COUNTED.map((list) => {
        const count = counts[list];
        const [before, after] = texts.counts[list](count ?? 0);
        return (
          <PartLink key={list} to={`/npub/$npub/${list}`} npub={npub}>
            {count === undefined ? (
              texts.tabs[list]
            ) : (
              <>
                {before}
                <b className="num">{whole(count)}</b>
                {after}
              </>
            )}
          </PartLink>
        );
      })}
    </nav>
  );
};

/** What somebody wrote and likes, below how much is in their lists. */
const WrittenTabs = ({ pubkey, npub }: Props) => (
  <>
    <Counts pubkey={pubkey} npub={npub} />
    <TabLinks label={texts.parts} className="ptabs">
      <NotesTab npub={npub} />
      {WRITTEN.map((part) => (
        <PartLink key={part} to={`/npub/$npub/${part}`} npub={npub}>
          {texts.tabs[part]}
        </PartLink>
      ))}
    </TabLinks>
  </>
);

/** The parts of a profile: what the person wrote, or their lists. */
export const ProfileTabs = (props: Props) => {
  const match = useMatchRoute();
  const onList = LISTS.some((list) => match({ to: `/npub/$npub/${list}` }) !== false);
  return onList ? <ListTabs {...props} /> : <WrittenTabs {...props} />;
};
