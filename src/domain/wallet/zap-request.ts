import { tagValue, type NostrEvent } from '#domain/protocol/event.ts';

const DESCRIPTION_MAX_CHARACTERS = 65_536;

/** What a receipt quotes in its description, unread; undefined when that is no JSON or too long. */
export const quotedRequest = (receipt: Pick<NostrEvent, 'tags'>): unknown => {
  const description = tagValue(receipt, 'description');
  if (description === undefined || description.length > DESCRIPTION_MAX_CHARACTERS) return undefined;
  try {
    return JSON.parse(description);
  } catch {
    return undefined;
  }
};
