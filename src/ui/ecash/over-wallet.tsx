import type { ReactNode } from 'react';
import { EcashPage } from './ecash-page.tsx';

type Props = { onClose: () => void };

/** A sheet over the wallet that it belongs to. */
export const over = (Act: (props: Props) => ReactNode) => {
  const Sheet = ({ onClose }: Props) => (
    <>
      <EcashPage onClose={onClose} />
      <Act onClose={onClose} />
    </>
  );
  return Sheet;
};
