import { texts } from '#ui/texts/app.ts';
import { Icon } from './icon.tsx';

/** The way back, with an arrow; 'Back' unless it says where to. */
export const BackButton = ({ label = texts.shell.back, onBack }: { label?: string; onBack: () => void }) => (
  <button type="button" className="back" onClick={onBack}>
    <Icon name="back" />
    {label}
  </button>
);
