import { FOLLOWERS_LIMIT } from '#domain/profile/profile-limits.ts';
import { whole } from '#ui/texts/formats.ts';
import type { List } from './profile-parts.tsx';

/** How much is in a list; of followers no more are looked for than that, so there may be others. */
export const listCount = (list: List, count: number): string =>
  list === 'followers' && count >= FOLLOWERS_LIMIT ? `${whole(count)}+` : whole(count);
