import { Icon } from '#ui/kit/icon.tsx';

/** The proof of work a note committed to (NIP-13). */
export const PowBadge = ({ bits }: { bits: number }) => (
  <span className="pow" title={`Proof of work: ${bits} bits`}>
    <Icon name="nut" size="xs" />
    {bits}
    <span className="vh"> bits of proof of work</span>
  </span>
);
