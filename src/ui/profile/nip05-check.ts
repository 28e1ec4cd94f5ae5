import { useQuery } from '@tanstack/react-query';
import { nip05Key, type QueryData } from '#domain/cache/query-keys.ts';

/** Whether the domain of the NIP-05 address confirms the key; undefined until it answered. Loaded by the group 'reading'. */
export const useNip05Check = (address: string, pubkey: string): QueryData['nip05'] | undefined =>
  useQuery<QueryData['nip05']>({ queryKey: nip05Key(address, pubkey) }).data;
