import { useQuery } from '@tanstack/react-query';
import type { QueryData } from '#domain/cache/query-keys.ts';
import { quickestFirst, relayHealthKey, type RelayHealth } from '#domain/relays/relay-health.ts';

const NONE: QueryData['relay-health'] = {};

/** How each relay answered so far, by URL. */
export const useHealth = (): QueryData['relay-health'] =>
  useQuery<QueryData['relay-health']>({ queryKey: relayHealthKey, enabled: false }).data ?? NONE;

/** The same as a list, the quickest first. */
export const useHealthRecords = (): readonly RelayHealth[] => quickestFirst(Object.values(useHealth()));
