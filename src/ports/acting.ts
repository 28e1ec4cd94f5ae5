import type { NotificationControls } from '#domain/notifications/notifications.ts';
import type { Publishing } from './publishing.ts';
import type { Suggestions } from '#domain/social/suggestions.ts';
import type { Composing, Writing } from './writing.ts';

/** What the app can do in the name of the user, once this part of it runs. */
export type Acting = {
  readonly publishing: Publishing;
  readonly notifications: NotificationControls;
  readonly writing: Writing;
  readonly composing: Composing;
  readonly suggestions: Suggestions;
  /** How many nonces all workers of this device try in a second; measured once. */
  readonly hashesPerSecond: () => Promise<number>;
};
