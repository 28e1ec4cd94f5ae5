import type { CSSProperties } from 'react';
import type { Gap } from '#domain/thread/thread-tree.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { threadTexts } from '#ui/texts/thread.ts';

const ICONS = { muted: 'mute', missing: 'eyeoff' } as const;

type Props = {
  gap: Gap;
  /** the conversation is still being asked for, so that a missing note may come */
  loading: boolean;
  className: string;
  indent?: number;
};

/** Stands in the place of a note that is not shown, so that what answers it does not seem to answer another. */
export const ThreadGap = ({ gap, loading, className, indent = 0 }: Props) => (
  <p className={className} style={{ '--d': indent } as CSSProperties}>
    <Icon name={ICONS[gap]} size="s" />
    <span>{threadTexts.gap[loading && gap === 'missing' ? 'looking' : gap]}</span>
  </p>
);
