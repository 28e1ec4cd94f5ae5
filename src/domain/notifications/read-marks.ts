type Look = {
  /** seconds: up to when nothing is marked as new on the page; undefined: it was not opened yet */
  readonly readUpTo: number | undefined;
  /** seconds: the look before this one, and this one */
  readonly before: number;
  readonly at: number;
  /** how many came since */
  readonly unread: number;
};

/**
 * Up to when nothing is marked as new once the notifications are opened, in seconds. What was unread is; where there was nothing,
 * the marks stay as they are, as for somebody who comes back from a thread, or where a page is drawn twice at once.
 */
export const readUpToAfter = ({ readUpTo, before, at, unread }: Look): number =>
  readUpTo === undefined || (unread > 0 && at > before) ? before : readUpTo;
