import type { ComponentType } from 'react';
import { lazyView } from '#ui/kit/later.ts';

export type PageProps = {
  /** is told the name of what was begun there */
  onBegun: (id: string) => void;
  onClose: () => void;
};

type Page = ComponentType<PageProps>;

/** The pages of ecash by their names in `money=`; each is loaded when it is opened. */
export const ecashPages: ReadonlyMap<string, Page> = new Map<string, Page>([
  ['ecash', lazyView(() => import('#ui/ecash/pages/ecash-page.tsx'), 'EcashPage')],
  ['mints', lazyView(() => import('#ui/ecash/pages/mints-page.tsx'), 'MintsPage')],
  ['mint', lazyView(() => import('#ui/ecash/mints/mint-page.tsx'), 'MintPage')],
  ['words', lazyView(() => import('#ui/ecash/words/words-page.tsx'), 'WordsPage')],
  ['copies', lazyView(() => import('#ui/ecash/pages/copies-page.tsx'), 'CopiesPage')],
  ['restore', lazyView(() => import('#ui/ecash/words/restore-page.tsx'), 'RestorePage')],
  ['deposit', lazyView(() => import('#ui/ecash/pages/act-sheets.tsx'), 'DepositOverlay')],
  ['receive', lazyView(() => import('#ui/ecash/pages/act-sheets.tsx'), 'ReceiveOverlay')],
  ['send', lazyView(() => import('#ui/ecash/pages/act-sheets.tsx'), 'SendOverlay')],
  ['request', lazyView(() => import('#ui/ecash/pages/ask-overlay.tsx'), 'AskOverlay')],
  ['address', lazyView(() => import('#ui/ecash/pages/address-overlay.tsx'), 'AddressOverlay')],
  ['transfer', lazyView(() => import('#ui/ecash/pages/transfer-overlay.tsx'), 'TransferOverlay')],
]);
