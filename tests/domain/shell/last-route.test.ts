import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { encodeNote, encodeNpub } from '#domain/protocol/identifiers.ts';
import { parseLastRoute, routeToRestore, type AppStart } from '#domain/shell/last-route.ts';

const DAY = 86_400_000;
const NOW = 1_700_000_000_000;
const start: AppStart = { standalone: true, pathname: '/', search: '', hash: '' };
const saved = { path: '/search', savedAt: NOW - DAY };

describe('the last route', () => {
  it('[PWA-16] is restored at the bare root for less than 30 days', () => {
    expect(routeToRestore(start, saved, NOW)).toBe('/search');
    expect(routeToRestore(start, { ...saved, savedAt: NOW - 30 * DAY + 1 }, NOW)).toBe('/search');
    expect(routeToRestore(start, { ...saved, savedAt: NOW - 30 * DAY }, NOW)).toBeUndefined();
    expect(routeToRestore(start, undefined, NOW)).toBeUndefined();
    expect(routeToRestore(start, { ...saved, path: '/' }, NOW)).toBeUndefined();
  });

  it.each([{ search: '?settings=true' }, { hash: '#x' }])('[PWA-17] is not restored when opened with %j', (given) => {
    expect(routeToRestore({ ...start, ...given }, saved, NOW)).toBeUndefined();
  });

  it.each(['/note/note1x', '/npub/npub1x', '/create'])('[PWA-18] is not restored at %s', (pathname) => {
    expect(routeToRestore({ ...start, pathname }, saved, NOW)).toBeUndefined();
  });

  it.each(['?note=1', '?action=create'])('[PWA-19] is not restored with %s', (search) => {
    expect(routeToRestore({ ...start, search }, saved, NOW)).toBeUndefined();
  });

  it('[PWA-20] is not restored outside standalone mode', () => {
    expect(routeToRestore({ ...start, standalone: false }, saved, NOW)).toBeUndefined();
  });

  it('[PWA-16] is restored where it leads to a screen', () => {
    const [note, npub] = [encodeNote('a'.repeat(64)), encodeNpub('a'.repeat(64))];
    const restored = (path: string) => routeToRestore(start, { ...saved, path }, NOW);
    const screens = ['/search', '/notifications', '/create', '/about', `/note/${note}`, `/npub/${npub}`];
    for (const path of [...screens, `/npub/${npub}/followers`, `/npub/${'a'.repeat(64)}`])
      expect(restored(path)).toBe(path);
    // of `open` the link is missing, which stood in the query
    for (const path of ['/open', '/nonsense/path', '/constructor', '/note/zzz', '/note', `/note/${npub}`, '/npub/%'])
      expect(restored(path)).toBeUndefined();
  });

  it('is read back from storage, and nothing else than a path inside the app', () => {
    expect(parseLastRoute(JSON.stringify(saved))).toEqual(saved);
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 'search', '', 7]) {
      expect(parseLastRoute(JSON.stringify({ ...saved, path }))).toBeUndefined();
    }
    for (const json of [null, '', 'null', '7', '{"path":"/x"}', '{"path":"/x","savedAt":"1"}']) {
      expect(parseLastRoute(json)).toBeUndefined();
    }
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (json) => parseLastRoute(json) === undefined));
  });
});
