import type { ReactNode } from 'react';
import { OneSheet } from '#ui/kit/sheet.tsx';
import type { PageProps } from '#ui/money/ecash-pages.ts';
import { EcashPage } from './ecash-page.tsx';

/** A sheet over the wallet that it belongs to; what follows it comes in the same dialog. */
export const over = (Act: (props: PageProps) => ReactNode) => {
  const Sheet = ({ onBegun, onClose }: PageProps) => (
    <>
      <EcashPage onClose={onClose} />
      <OneSheet onClose={onClose}>
        <Act onBegun={onBegun} onClose={onClose} />
      </OneSheet>
    </>
  );
  return Sheet;
};
