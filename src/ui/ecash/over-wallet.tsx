import type { ReactNode } from 'react';
import { OneSheet } from '#ui/kit/sheet.tsx';
import { EcashPage } from './ecash-page.tsx';

type Props = { onClose: () => void };

/** A sheet over the wallet that it belongs to; what follows it comes in the same dialog. */
export const over = (Act: (props: Props) => ReactNode) => {
  const Sheet = ({ onClose }: Props) => (
    <>
      <EcashPage onClose={onClose} />
      <OneSheet onClose={onClose}>
        <Act onClose={onClose} />
      </OneSheet>
    </>
  );
  return Sheet;
};
