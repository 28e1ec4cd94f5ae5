import { tagValue, type NostrEvent } from './event.ts';
import { ZAP_DESCRIPTION_MAX_CHARACTERS } from './protocol-limits.ts';

/** What a receipt quotes in its description, unread; undefined when that is no JSON or too long. */
export const quotedRequest = (receipt: Pick<NostrEvent, 'tags'>): unknown => {
  const description = tagValue(receipt, 'description');
  if (description === undefined || description.length > ZAP_DESCRIPTION_MAX_CHARACTERS) return undefined;
  try {
    return JSON.parse(description);
  } catch {
    return undefined;
  }
};
