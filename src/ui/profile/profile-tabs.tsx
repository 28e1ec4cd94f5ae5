import { useMatchRoute } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { TabLinks } from '#ui/kit/tab-links.tsx';
import { profileTexts as texts } from '#ui/texts/profile.ts';
import { listCount } from './list-count.ts';
import { LISTS, PartLink, useCounts, usePart, WRITTEN, type PartProps } from './profile-parts.tsx';
import { ProfileCounts } from './profile-counts.tsx';

const NotesTab = ({ npub }: Pick<PartProps, 'npub'>) => (
  <PartLink to="/npub/$npub" npub={npub} current={useMatchRoute()({ to: '/npub/$npub/notes' }) !== false}>
    {texts.tabs.notes}
  </PartLink>
);

/** The lists of a person, with how much is in each. */
const ListTabs = ({ pubkey, npub }: PartProps) => {
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
              <span className="num">{listCount(list, counts[list])}</span>
            </>
          )}
        </PartLink>
      ))}
    </TabLinks>
  );
};

/** What somebody wrote and likes, below how much is in their lists. */
const WrittenTabs = ({ pubkey, npub }: PartProps) => (
  <>
    <ProfileCounts pubkey={pubkey} npub={npub} />
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

/** Where the pressed link went with its bar, the link of the part on screen has the focus. */
const useFocusInNewBar = (onList: boolean) => {
  const bars = useRef<HTMLDivElement>(null);
  const wasOnList = useRef(onList);
  useLayoutEffect(() => {
    if (wasOnList.current !== onList && document.activeElement === document.body)
      bars.current!.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
    wasOnList.current = onList;
  }, [onList]);
  return bars;
};

/** The parts of a profile: what the person wrote, or their lists. */
export const ProfileTabs = (props: PartProps) => {
  const part = usePart();
  const onList = LISTS.some((list) => list === part);
  return <div ref={useFocusInNewBar(onList)}>{onList ? <ListTabs {...props} /> : <WrittenTabs {...props} />}</div>;
};
