import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { RetryButton } from './retry-button.tsx';

type Props = { title: string; /** one sentence */ children: ReactNode; onRetry: () => void };

/** In place of what no relay told: why, and to ask again. */
export const RetryState = ({ title, children, onRetry }: Props) => (
  <EmptyState art="mast" title={title} action={<RetryButton look="primary" onRetry={onRetry} />}>
    {children}
  </EmptyState>
);
