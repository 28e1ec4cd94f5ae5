import { useQuery } from '@tanstack/react-query';
import type { PeopleListKind } from '#domain/social/people-list.ts';
import { peopleVersionsKey, type QueryData } from '#domain/cache/query-keys.ts';
import { socialTexts } from '#ui/texts/social.ts';
import { useGatedAct } from './use-act.ts';
import { Versions } from './versions.tsx';

const words = socialTexts.versions;

/** The earlier versions of one of the user's lists of people. */
export const PeopleVersions = ({ list, pubkey }: { list: PeopleListKind; pubkey: string }) => {
  const act = useGatedAct();
  const { data: [, ...earlier] = [] } = useQuery<QueryData['people-list/versions']>({
    queryKey: peopleVersionsKey(list, pubkey),
    enabled: false,
  });
  const versions = earlier.map(({ id, createdAt, people }) => ({ id, createdAt, what: words.people(people) }));
  return <Versions versions={versions} onRestore={(id) => act(list, { type: 'list.restore', id }, words.restore)} />;
};
