import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { ecashMovesTexts as texts } from '#ui/texts/ecash-moves.ts';
import { useEcashStand } from './use-ecash.ts';

type Props = { title: string; missing: string; onClose: () => void };

/** In place of what an address names that is not in this wallet, or as long as that is read. */
export const NotThereSheet = ({ title, missing, onClose }: Props) => (
  <Sheet title={title} onClose={onClose} foot={<Button onClick={onClose}>{texts.close}</Button>}>
    <output className="hint">{useEcashStand() ? missing : texts.loading}</output>
  </Sheet>
);
