import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { texts } from '#ui/texts/app.ts';
import { Page } from '#ui/kit/page.tsx';

/** What is left when a part of the app failed again and again. */
export const BrokenScreen = () => (
  <Page title={texts.shell.broken} ownHeading>
    <EmptyState
      art="nut"
      level={1}
      title={texts.shell.broken}
      action={
        <Button look="primary" icon="refresh" onClick={() => window.location.reload()}>
          {texts.shell.reload}
        </Button>
      }
    >
      {texts.shell.brokenWhy}
    </EmptyState>
  </Page>
);
