import { EcashPage } from './ecash-page.tsx';
import { WordsSheet } from './words-sheet.tsx';
import './ecash.css';

/** The recovery phrase, over the wallet. */
export const WordsPage = ({ onClose }: { onClose: () => void }) => (
  <>
    <EcashPage onClose={onClose} />
    <WordsSheet onClose={onClose} />
  </>
);
