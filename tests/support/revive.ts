import { isMark } from '#domain/inspector/show.ts';
import type { Shown, ShownMark, ShownObject } from '#domain/inspector/shown.ts';

/** a text that was cut comes back with so many characters at most */
export const REVIVED_TEXT_MAX = 100_000;

/** An actor that was named in a recording: it takes everything and says nothing. */
const standIn = (id: string, name: string) => ({
  id: name,
  sessionId: id,
  send: () => {},
  _send: () => {},
  subscribe: () => ({ unsubscribe: () => {} }),
  on: () => ({ unsubscribe: () => {} }),
  getSnapshot: () => ({ status: 'active', context: {}, children: {}, matches: () => false, hasTag: () => false }),
});

const unmarked = (mark: ShownMark): unknown => {
  switch (mark.$) {
    case 'sealed':
      return { take: () => undefined };
    case 'secret':
      return '';
    case 'number':
      return mark.text.endsWith('n') ? BigInt(mark.text.slice(0, -1)) : Number(mark.text);
    case 'function':
      return () => undefined;
    case 'actor':
      return standIn(mark.id, mark.name);
    case 'error':
      return Object.assign(new Error(mark.message), { name: mark.name });
    case 'bytes':
      return new Uint8Array(mark.length);
    case 'map':
      return new Map(mark.entries.map(([key, value]) => [revive(key), revive(value)] as const));
    case 'set':
      return new Set(mark.values.map(revive));
    case 'text':
      return mark.start.padEnd(Math.min(mark.length, REVIVED_TEXT_MAX));
    case 'object':
      return {};
    default:
      return undefined;
  }
};

/** A value of a recording as a machine takes it: what is not in the recording is stood in for. */
export const revive = (shown: Shown): unknown => {
  if (typeof shown !== 'object' || shown === null) return shown;
  if (Array.isArray(shown)) {
    const items = shown as readonly Shown[];
    return items.filter((item) => !(isMark(item) && item.$ === 'more')).map(revive);
  }
  if (isMark(shown)) return unmarked(shown);
  return Object.fromEntries(
    Object.entries(shown as ShownObject)
      .filter(([key]) => key !== '…')
      .map(([key, value]) => [key.startsWith('$') ? key.slice(1) : key, revive(value)]),
  );
};
