import { buttonClass } from '#ui/kit/button-class.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { AppLink } from '#ui/links.tsx';
import { texts } from '#ui/texts/app.ts';
import { Page } from './page.tsx';

/** An address that leads nowhere. */
export const NotFoundScreen = () => (
  <Page title={texts.shell.notFound} ownHeading>
    <EmptyState
      art="nut"
      level={1}
      title={texts.shell.notFound}
      action={
        <AppLink to="/" className={buttonClass({ look: 'line' })}>
          {texts.shell.goToFeed}
        </AppLink>
      }
    >
      {texts.shell.notFoundWhy}
    </EmptyState>
  </Page>
);
