import { useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useAfterClosing, useOverlay } from '#ui/overlay.ts';
import { useDisplayName } from '#ui/queries.ts';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { useAccount } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { profileTexts as words } from '#ui/texts/profile.ts';
import { SheetPeopleList } from './people-list.tsx';
import { PeoplePart } from './people-part.tsx';
import { useFollowers, useFollowing, useProfileRef, type PeopleQuery } from './profile-queries.ts';

type Props = { pubkey: string; onClose: () => void };
type ContactsProps = Props & { which: 'followers' | 'following'; query: PeopleQuery };

const Contacts = ({ pubkey, which, query, onClose }: ContactsProps) => {
  const name = useDisplayName(pubkey);
  const title = (
    <>
      {words.tabs[which]}: <bdi>{name}</bdi>
    </>
  );
  return (
    <Sheet title={title} onClose={onClose} foot={<Button onClick={onClose}>{texts.shell.close}</Button>}>
      <PeoplePart query={query} {...words.people[which]} label={words.tabs[which]} list={SheetPeopleList} />
    </Sheet>
  );
};

const Followers = (props: Props) => <Contacts {...props} which="followers" query={useFollowers(props.pubkey)} />;
const Following = (props: Props) => <Contacts {...props} which="following" query={useFollowing(props.pubkey)} />;

/** Around whom: whom the screen is about; outside a profile the user. */
const useWhose = (): string | undefined => {
  const { npub } = useParams({ strict: false });
  const profile = useProfileRef();
  const { pubkey } = useAccount();
  return npub === undefined ? pubkey : profile?.pubkey;
};

/** Whether a visitor opened this to see their own. */
const useIsVisitors = (): boolean => {
  const { npub } = useParams({ strict: false });
  const { pubkey } = useAccount();
  const [isVisitors] = useState(npub === undefined && pubkey === undefined);
  return isVisitors;
};

/** The people around somebody in a sheet, over whatever is open; a visitor logs in first (ROUTE-19). */
export const ContactsSheet = () => {
  const pubkey = useWhose();
  const isVisitors = useIsVisitors();
  const { value: which, close } = useOverlay('contacts');
  const afterClosing = useAfterClosing(close);
  const open = useOpenToWrite('login');
  const leave = useEffectEvent(() => {
    if (isVisitors && which !== undefined) afterClosing(() => open({ contacts: which }, words.ownPeople[which]));
    else close();
  });
  useEffect(() => {
    if (pubkey === undefined) leave();
  }, [pubkey]);
  if (pubkey === undefined || which === undefined) return null;
  const List = which === 'followers' ? Followers : Following;
  return <List pubkey={pubkey} onClose={close} />;
};
