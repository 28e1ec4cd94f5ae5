import type { Filter, NostrEvent } from './event.ts';

type Test = (event: NostrEvent) => boolean;

const tagTest = (name: string, values: readonly string[]): Test => {
  const wanted = new Set(values);
  return (event) => event.tags.some((tag) => tag[0] === name && wanted.has(tag[1] ?? ''));
};

const testsOf = (filter: Filter): Test[] => {
  const tests: Test[] = [];
  const { ids, authors, kinds, since, until } = filter;
  const [idSet, authorSet, kindSet] = [new Set(ids), new Set(authors), new Set(kinds)];
  if (ids) tests.push((event) => idSet.has(event.id));
  if (kinds) tests.push((event) => kindSet.has(event.kind));
  if (authors) tests.push((event) => authorSet.has(event.pubkey));
  if (since !== undefined) tests.push((event) => event.created_at >= since);
  if (until !== undefined) tests.push((event) => event.created_at <= until);
  for (const [key, values] of Object.entries(filter))
    if (key.startsWith('#') && Array.isArray(values)) tests.push(tagTest(key.slice(1), values as string[]));
  return tests;
};

/** A quick test whether an event is what these filters ask for (NIP-01); `search` and `limit` are not looked at. */
export const filterMatcher = (filters: readonly Filter[]): Test => {
  const all = filters.map(testsOf);
  return (event) => all.some((tests) => tests.every((test) => test(event)));
};
