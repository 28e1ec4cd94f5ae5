import { IsRestoringProvider, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { nextTask } from '#actors/wire/next-task.ts';
import { SystemContext, useArea } from '#ui/system-context.ts';
import { FeedNotes } from '#ui/feed/feed-screen.tsx';
import { NoteActions } from '#ui/note/note-card.tsx';
import { createAppRouter } from '#ui/router.tsx';
import { texts } from '#ui/texts/app.ts';
import { languageOf, speak } from '#ui/texts/language.ts';
import { giveRouter, started } from './start.ts';
import type { Started } from './system.ts';

/** Holds queries back while the saved cache is being read (CACHE-14). */
const Restoring = ({ children }: { children: ReactNode }) => (
  <IsRestoringProvider value={useSelector(useArea('query-cache'), (snapshot) => snapshot.hasTag('restoring'))}>
    {children}
  </IsRestoringProvider>
);

/** Draws the app and keeps it drawn; another language makes all views anew. */
const draw = ({ queryClient, ...system }: Started, router: ReturnType<typeof createAppRouter>) => {
  const root = createRoot(document.getElementById('root')!);
  const show = () =>
    root.render(
      <StrictMode key={texts.language}>
        <SystemContext value={system}>
          <QueryClientProvider client={queryClient}>
            <Restoring>
              <RouterProvider router={router} />
            </Restoring>
          </QueryClientProvider>
        </SystemContext>
      </StrictMode>,
    );
  const { preferences } = system;
  const talk = () => speak(languageOf([preferences.get('language'), ...navigator.languages]));
  // what is muted is not to be seen for a moment either
  void Promise.allSettled([talk(), system.muted.ready]).then(show);
  preferences.subscribe(
    () =>
      void talk()
        .then((changed) => changed && show())
        .catch(() => system.app.send({ type: 'notice.show', problem: { code: 'code-not-loaded' } })),
  );
};

// how notes are read, and what stands under them, comes with the first of them; who has no network for it gets it later
for (const view of [FeedNotes, NoteActions]) void view.preload();
// what was just read was a long task already
nextTask(() => {
  const router = createAppRouter();
  giveRouter(router);
  void started.then((system) => draw(system, router));
});
