import type { Problem } from '#domain/problem.ts';
import { mayAskRelay, type RelayDefaults, type RelayEntry } from '#domain/relays/relay-set.ts';
import { POOL_MAX_CONNECTIONS } from '#domain/relays/relays-limits.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import type { IconName } from '#ui/kit/icon.tsx';
import { texts } from '#ui/texts/app.ts';
import { relayTexts } from '#ui/texts/relays.ts';

const { published } = relayTexts;

/** The tags of the list's machine, the first that holds counts. */
export const LIST_TAGS = ['waiting', 'publishing', 'locked', 'failed', 'unread', 'published', 'busy'] as const;

/** How it stands with the published list, in words, and what can be done about it. */
export type PublishedNote = {
  readonly tone?: 'ok' | 'warn' | 'bad';
  readonly icon: IconName;
  readonly title: string;
  readonly why?: string | undefined;
  /** label of the button that publishes, where there is one */
  readonly publish?: string;
  /** changes can be taken back */
  readonly undo?: boolean;
};

export type ListFacts = {
  readonly problem: Problem | undefined;
  readonly accepted: number;
  readonly asked: number;
  readonly signing: 'possible' | 'locked' | 'read only';
};

type SetFacts = {
  readonly entries: readonly RelayEntry[];
  readonly defaults: RelayDefaults;
  /** taken out by hand */
  readonly taken: readonly string[];
};

/** What is said of relays of the published list that a full set has no room for; '' where it has all of them. */
export const unusedNote = (listed: readonly { url: string }[], { entries, defaults, taken }: SetFacts): string => {
  const unused = listed.filter(
    ({ url }) =>
      !entries.some((entry) => entry.url === url) && !taken.includes(url) && mayAskRelay(url, { entries, defaults }),
  ).length;
  return entries.length < POOL_MAX_CONNECTIONS || unused === 0 ? '' : published.unused(unused);
};

/** What is shown of the published list in each of its states. */
export const publishedNote = (
  state: (typeof LIST_TAGS)[number],
  { problem, accepted, asked, signing }: ListFacts,
): PublishedNote => {
  switch (state) {
    case 'waiting':
      return { icon: 'clock', title: published.waiting, publish: published.publishNow, undo: true };
    case 'publishing':
      return { icon: 'out', title: published.publishing };
    case 'locked': {
      const note = { tone: 'warn', icon: 'lock', title: published.locked, undo: true } as const;
      if (signing === 'read only') return { ...note, why: published.readOnly };
      return { ...note, why: published.lockedWhy, publish: published.publishNow };
    }
    case 'failed':
      return {
        tone: 'bad',
        icon: 'alert',
        title: published.failed,
        why: problem && problemText(problem),
        publish: published.publishNow,
        undo: true,
      };
    case 'unread':
      return {
        tone: 'warn',
        icon: 'alert',
        title: published.unread,
        why: problem && problemText(problem),
        publish: texts.error.retry,
      };
    case 'published': {
      const title = published.accepted(accepted, asked);
      if (accepted === asked) return { tone: 'ok', icon: 'check', title };
      return { icon: 'check', title, publish: published.publishAgain };
    }
    case 'busy':
      return { icon: 'clock', title: published.busy };
  }
};
