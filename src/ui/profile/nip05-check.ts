import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { nip05Key, type QueryData } from '#domain/cache/query-keys.ts';
import { nip05Label, parseNip05 } from '#domain/profile/nip05.ts';
import { useOnline, useSystem } from '#ui/system-context.ts';

/**
 * Whether the domain of the NIP-05 address confirms the key; undefined until it answered, and it is not asked while the device is
 * offline. Loaded by the group 'reading'.
 */
export const useNip05Check = (address: string, pubkey: string): QueryData['nip05'] | undefined =>
  useQuery<QueryData['nip05']>({ queryKey: nip05Key(address, pubkey), enabled: useOnline() }).data;

/** A NIP-05 address as it is shown once its domain confirms it: anybody can claim any. Waits until that can be asked. */
export const useConfirmedAddress = (address: string, pubkey: string): string | undefined => {
  // the check is loaded with the parts that start later
  use(useSystem().later('reading'));
  const parsed = parseNip05(address);
  return useNip05Check(address, pubkey) === 'verified' && parsed ? nip05Label(parsed) : undefined;
};
