import type { ComponentType } from 'react';
import { FOLLOWERS_LIMIT } from '#domain/profile/profile-limits.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { FollowButton } from '#ui/social/person-buttons.tsx';
import { texts } from '#ui/texts/app.ts';
import { ListFailed } from './list-failed.tsx';
import { PeopleList, type PeopleListProps } from './people-list.tsx';
import type { PeopleQuery } from './profile-queries.ts';
import './people.css';

const SKELETONS = 6;

type Props = {
  query: PeopleQuery;
  /** what the list holds */
  label: string;
  empty: string;
  failed: string;
  /** where no more were looked for */
  cut?: string;
  /** how the list is drawn: in the page unless a sheet says otherwise */
  list?: ComponentType<PeopleListProps>;
  /** what each row offers: to follow, unless it says otherwise */
  action?: PeopleListProps['action'];
  onPress?: PeopleListProps['onPress'];
};

/** A list of people while it is loading, empty, failed, or there. What was loaded before stays when a refresh fails. */
export const PeoplePart = (props: Props) => {
  const { query, label, empty, failed, cut, list: List = PeopleList, action = FollowButton, onPress } = props;
  const { data: people, isError, refetch } = query;
  if (people === undefined && isError) return <ListFailed title={failed} onRetry={() => void refetch()} />;
  if (people === undefined)
    return (
      <div className="people">
        <output className="vh">{texts.shell.loading}</output>
        <RowSkeletons count={SKELETONS} />
      </div>
    );
  if (people.length === 0) return <EmptyState art="bird" title={empty} />;
  return (
    <>
      {cut !== undefined && people.length >= FOLLOWERS_LIMIT && <p className="people__note">{cut}</p>}
      <List people={people} label={label} action={action} onPress={onPress} />
    </>
  );
};
