import type { CSSProperties } from 'react';
import type { Gap } from '#domain/thread/thread-tree.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { AppLink } from '#ui/links.tsx';
import { CodeName } from '#ui/note/code-name.tsx';
import { threadTexts } from '#ui/texts/thread.ts';

const ICONS = { muted: 'mute', missing: 'eyeoff' } as const;

type Props = {
  gap: Gap;
  /** of what is missing, where it is something that no screen shows */
  code?: string | undefined;
  /** the conversation is still being asked for, so that a missing note may come */
  loading: boolean;
  className: string;
  indent?: number;
};

/** Stands in the place of a note that is not shown, so that what answers it does not seem to answer another. */
export const ThreadGap = ({ gap, code, loading, className, indent = 0 }: Props) => (
  <p className={className} style={{ '--d': indent } as CSSProperties}>
    <Icon name={ICONS[gap]} size="s" />
    {gap === 'missing' && code !== undefined ? (
      <AppLink to="/open" search={{ q: code }} className="link">
        <CodeName code={code} />
      </AppLink>
    ) : (
      <span>{threadTexts.gap[loading && gap === 'missing' ? 'looking' : gap]}</span>
    )}
  </p>
);
