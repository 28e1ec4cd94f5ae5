import { Suspense, type ReactNode } from 'react';
import { texts } from '#ui/texts/app.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Sheet } from './sheet.tsx';

type Props = { onClose: () => void; resetKey?: string; children: ReactNode };

/** A sheet that somebody opened; when it fails or its code cannot be loaded, another one says so in its place (ERR-01). */
export const SheetBoundary = ({ onClose, resetKey, children }: Props) => (
  <ErrorBoundary
    {...(resetKey !== undefined && { resetKey })}
    renderNotice={(notice) => (
      <Sheet title={texts.error.sheet} onClose={onClose}>
        {notice}
      </Sheet>
    )}
  >
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);
