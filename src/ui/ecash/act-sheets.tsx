import type { ReactNode } from 'react';
import { DepositSheet } from './deposit-sheet.tsx';
import { EcashPage } from './ecash-page.tsx';
import { RequestSheet } from './request-sheet.tsx';
import { ReceiveSheet } from './receive-sheet.tsx';
import { SendSheet } from './send-sheet.tsx';
import { TransferSheet } from './transfer-sheet.tsx';

type Props = { onClose: () => void };

/** A sheet over the wallet that it belongs to. */
const over = (Act: (props: Props) => ReactNode) => {
  const Sheet = ({ onClose }: Props) => (
    <>
      <EcashPage onClose={onClose} />
      <Act onClose={onClose} />
    </>
  );
  return Sheet;
};

export const DepositOverlay = over(DepositSheet);
export const ReceiveOverlay = over(ReceiveSheet);
export const SendOverlay = over(SendSheet);
export const AskOverlay = over(RequestSheet);
export const TransferOverlay = over(TransferSheet);
