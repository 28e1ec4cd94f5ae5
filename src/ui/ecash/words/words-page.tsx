import { EcashPage } from '#ui/ecash/pages/ecash-page.tsx';
import { WordsSheet } from './words-sheet.tsx';
import '#ui/ecash/ecash.css';

/** The recovery phrase, over the wallet. */
export const WordsPage = ({ onClose }: { onClose: () => void }) => (
  <>
    <EcashPage onClose={onClose} />
    <WordsSheet onClose={onClose} />
  </>
);
