import { Sheet } from '#ui/kit/sheet.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { PEOPLE_LISTS } from './people-lists.ts';
import { SheetPeopleList } from './people-list.tsx';
import { PeoplePart } from './people-part.tsx';
import { useFollowers, useFollowing, useProfileRef } from './profile-queries.ts';

type Which = 'followers' | 'following';
type Props = { which: Which; onClose: () => void };

const QUERIES = { followers: useFollowers, following: useFollowing } as const;

const Contacts = ({ pubkey, which, onClose }: Props & { pubkey: string }) => {
  const name = useDisplayName(pubkey);
  const useList = QUERIES[which];
  const query = useList(pubkey);
  const title = (
    <>
      {PEOPLE_LISTS[which].label}: <bdi>{name}</bdi>
    </>
  );
  return (
    <Sheet title={title} onClose={onClose}>
      <PeoplePart query={query} {...PEOPLE_LISTS[which]} list={SheetPeopleList} />
    </Sheet>
  );
};

/** The people around a profile in a sheet, over whatever part of it is open (ROUTE-19). */
export const ContactsSheet = (props: Props) => {
  const profile = useProfileRef();
  return profile && <Contacts key={props.which} pubkey={profile.pubkey} {...props} />;
};
