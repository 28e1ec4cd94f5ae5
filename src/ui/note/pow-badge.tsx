import { Icon } from '#ui/kit/icon.tsx';
import { texts } from '#ui/texts/app.ts';
import './pow-badge.css';

/** The proof of work a note committed to (NIP-13). */
export const PowBadge = ({ bits }: { bits: number }) => (
  <span className="pow" title={bits + texts.note.powBits(bits)}>
    <Icon name="nut" size="xs" />
    {bits}
    <span className="vh">{texts.note.powBits(bits)}</span>
  </span>
);
