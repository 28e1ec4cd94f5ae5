import { NoteSkeletons } from '#ui/kit/skeleton.tsx';
import { texts } from '#ui/texts/app.ts';
import { Page } from './page.tsx';

/** Stands for a part of a screen while its code is loaded. */
export const PendingPart = () => <NoteSkeletons count={3} />;

/** The same for a whole screen. */
export const PendingScreen = () => (
  <Page title={texts.shell.loading} busy>
    <PendingPart />
  </Page>
);
