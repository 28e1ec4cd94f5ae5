import { useSyncExternalStore } from 'react';
import type { AddressRow as Kept } from '#domain/ecash/address.ts';
import { addressTexts as texts } from '#ui/texts/address.ts';
import { PageRow } from '#ui/ecash/page-row.tsx';
import { useEcash } from '#ui/ecash/use-ecash.ts';

/** How the address that pays into the ecash stands; undefined for none. */
export const useEcashAddress = (): Kept | undefined => {
  const { stand } = useEcash().address;
  return useSyncExternalStore(stand.subscribe, stand.get);
};

/** The way to the Lightning address that pays into the ecash. */
export const EcashAddressRow = () => {
  const kept = useEcashAddress();
  const isOn = kept && kept.isOff === undefined;
  return (
    <PageRow
      icon="bolt"
      title={texts.row}
      hint={isOn ? (URL.parse(kept.service)?.host ?? '') : texts.rowNone}
      page="address"
    />
  );
};
