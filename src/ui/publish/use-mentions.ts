import { useSelector } from '@xstate/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import type { DraftMention } from '#domain/publish/draft.ts';
import { mentionAt, mentionText, whoIsMeant, type MentionQuery, type Named } from '#domain/publish/mention.ts';
import { profileContactsKey, type QueryData } from '#domain/cache/query-keys.ts';
import { useAccount, useActing, useArea } from '#ui/system-context.ts';
import { nameOf } from './mention-list.tsx';
import { typeInto } from './text-edit.ts';

type Found = { readonly people: readonly Named[]; readonly searching: boolean; readonly asked: boolean };

const NOTHING: Found = { people: [], searching: false, asked: false };

/** Has the relays asked by the name that is being written. */
const useAskRelays = (query: string | undefined) => {
  const search = useArea('people-search');
  useEffect(() => {
    if (query === undefined) return undefined;
    search.send({ type: 'name.type', query });
    return () => search.send({ type: 'name.leave', query });
  }, [search, query]);
  const isSought = useSelector(search, ({ context }) => context.query === query);
  const people = useSelector(search, ({ context }) => context.people);
  const searching = useSelector(search, (snapshot) => snapshot.hasTag('searching'));
  const asked = useSelector(search, (snapshot) => snapshot.hasTag('over'));
  return isSought ? { people, searching, asked } : NOTHING;
};

/** Whom the user follows, as far as it is loaded. */
const useFollowed = (): (() => ReadonlySet<string>) => {
  const queryClient = useQueryClient();
  const { pubkey = '' } = useAccount();
  return () =>
    new Set(
      queryClient.getQueryData<QueryData['profile/contacts']>(profileContactsKey(pubkey))?.map((one) => one.pubkey),
    );
};

/** Whom a name may mean, as far as it is known here and relays tell; `asked` once they told all. */
export const usePeopleNamed = (query: string | undefined): Found => {
  const { people: finder } = useActing().writing;
  const followed = useFollowed();
  const { people: found, ...relays } = useAskRelays(query);
  if (query === undefined) return NOTHING;
  const known = finder.known();
  const strangers = found.filter((one) => known.every(({ pubkey }) => pubkey !== one.pubkey));
  return { ...relays, people: whoIsMeant(query, [...strangers, ...known], followed()) };
};

/** The names that are offered while one is being written, and what the keys do with them. */
export const useMentions = (
  mentions: readonly DraftMention[],
  field: RefObject<HTMLTextAreaElement | null>,
  onMention: (mentions: readonly DraftMention[]) => void,
) => {
  const [asked, setAsked] = useState<MentionQuery>();
  const [marked, setMarked] = useState('');
  const { people, searching } = usePeopleNamed(asked?.query);
  // who is found later must not move the mark to somebody else
  const active = Math.max(
    people.findIndex(({ pubkey }) => pubkey === marked),
    0,
  );
  const look = (changed: string, caret: number) => {
    const query = mentionAt(changed, caret);
    if (query?.query !== asked?.query || query?.start !== asked?.start) setMarked('');
    setAsked(query);
  };
  const choose = (person: Named) => {
    if (!asked) return;
    const name = nameOf(person);
    const { link, isByName } = mentionText({ name, pubkey: person.pubkey }, mentions);
    const known = mentions.filter((other) => other.name !== name);
    if (isByName) onMention([...known, { name, pubkey: person.pubkey }]);
    const { start, query } = asked;
    typeInto(field.current!, { from: start, to: start + 1 + query.length, by: `${link} ` });
    setAsked(undefined);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (people.length === 0 || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return false;
    if (step !== undefined) setMarked(people[(active + step + people.length) % people.length]!.pubkey);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(people[active]!);
    else if (event.key === 'Escape') setAsked(undefined);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { people, searching, active, look, choose, onKey, close: () => setAsked(undefined) };
};
