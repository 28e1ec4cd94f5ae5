import { EmptyState } from '#ui/kit/empty-state.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { WithNsec } from './with-nsec.tsx';

/** There is no saved account to unlock (LOGIN-41). */
export const NoAccounts = () => (
  <EmptyState art="bird" title={texts.accounts.none} action={<WithNsec look="primary" />}>
    {texts.accounts.noneWhy}
  </EmptyState>
);
