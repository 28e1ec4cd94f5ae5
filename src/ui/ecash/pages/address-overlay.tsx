import { AddressSheet } from '#ui/ecash/address/address-sheet.tsx';
import { over } from './over-wallet.tsx';

export const AddressOverlay = over(AddressSheet);
