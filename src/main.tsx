import './trusted-types.ts';
import { IsRestoringProvider, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { SystemContext, useArea } from '#ui/system-context.ts';
import { createAppRouter } from '#ui/router.tsx';
import { startSystem } from './system.ts';

const router = createAppRouter();
const { queryClient, ...system } = startSystem(router);

/** Holds queries back while the saved cache is being read (CACHE-14). */
const Restoring = ({ children }: { children: ReactNode }) => (
  <IsRestoringProvider value={useSelector(useArea('query-cache'), (snapshot) => snapshot.hasTag('restoring'))}>
    {children}
  </IsRestoringProvider>
);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <SystemContext value={system}>
      <QueryClientProvider client={queryClient}>
        <Restoring>
          <RouterProvider router={router} />
        </Restoring>
      </QueryClientProvider>
    </SystemContext>
  </StrictMode>,
);
