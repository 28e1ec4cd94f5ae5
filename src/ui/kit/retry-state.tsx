import type { ReactNode } from 'react';
import { texts } from '#ui/texts/app.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = { title: string; /** one sentence */ children: ReactNode; onRetry: () => void };

/** In place of what no relay told: why, and to ask again. */
export const RetryState = ({ title, children, onRetry }: Props) => (
  <EmptyState
    art="mast"
    title={title}
    action={
      <Button look="primary" onClick={onRetry}>
        {texts.error.retry}
      </Button>
    }
  >
    {children}
  </EmptyState>
);
