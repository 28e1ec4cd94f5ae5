import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Mutes } from './muted.ts';

const readTags = (text: string): readonly unknown[] => {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
};

/**
 * What kept mutes (see `keptMutes`) hide as long as the code for words, hashtags and threads is not there: every note in
 * which something of them stands. That may be more than the rules hide, never less.
 */
export const mutesAtStart = (people: readonly string[], tags: string): Mutes => {
  const values = readTags(tags).flatMap((tag) =>
    Array.isArray(tag) && typeof tag[1] === 'string' && tag[1].trim() !== '' ? [tag[1].trim().toLowerCase()] : [],
  );
  const named = new Set(values);
  // the spaces of a note may be others than those of the list
  const beginnings = values.map((value) => value.split(/\s+/, 1)[0]!);
  const hides = ({ id, content, tags: own }: NostrEvent) => {
    const text = content.toLowerCase();
    return (
      named.has(id) ||
      own.some(([, value = '']) => named.has(value.toLowerCase())) ||
      beginnings.some((word) => text.includes(word))
    );
  };
  return Object.assign(new Set(people), { hides });
};
