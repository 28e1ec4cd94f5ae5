import { NoteSkeletons, RowSkeletons } from '#ui/kit/skeleton.tsx';
import { texts } from '#ui/texts/app.ts';
import { Page } from '#ui/kit/page.tsx';

/** Stands for a list of notes while its code is loaded. */
export const PendingNotes = () => <NoteSkeletons count={3} />;

/** Stands for a list of people or relays while its code is loaded. */
export const PendingRows = () => <RowSkeletons count={3} />;

/** Stands for a note with its conversation while its code is loaded. */
export const PendingThread = () => (
  <Page title={texts.shell.loading} busy>
    <PendingNotes />
  </Page>
);

/** Stands for another screen: nothing in it has the shape of notes. */
export const PendingScreen = () => (
  <Page title={texts.shell.loading} busy>
    {null}
  </Page>
);
