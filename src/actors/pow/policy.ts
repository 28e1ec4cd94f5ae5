import type { QueryClient } from '@tanstack/query-core';
import { fromCallback } from 'xstate';
import { requiredBits } from '#domain/pow/pow-policy.ts';
import { relayInfoKey, type RelayInfo } from '#domain/relays/relay-info.ts';
import type { PowPolicyFact } from '#machines/pow/pow-policy.machine.ts';
import type { AreaRefs, RunningAreas } from '#machines/areas.ts';
import type { PowChoiceStore } from '#store/pow/pow-choice.ts';

/** The slot `watch choice`. */
export const defineWatchPowChoice = (store: PowChoiceStore) =>
  fromCallback(({ sendBack }) =>
    store.subscribe(() => sendBack({ type: 'choice.changed', ...store.get() } satisfies PowPolicyFact)),
  );

type RequirementDeps = {
  readonly queryClient: QueryClient;
  readonly directory: () => Pick<AreaRefs['relay-directory'], 'getSnapshot'>;
  readonly follow: RunningAreas['follow'];
};

/** The slot `watch requirements`: the most bits that a relay written to asks for, as far as it is known. */
export const defineWatchRequirements = ({ queryClient, directory, follow }: RequirementDeps) =>
  fromCallback(({ sendBack }) => {
    let known = 0;
    const look = () => {
      const { entries } = directory().getSnapshot().context;
      const bits = requiredBits(entries, (url) => queryClient.getQueryData<RelayInfo>(relayInfoKey(url))?.pow);
      if (bits === known) return;
      known = bits;
      sendBack({ type: 'requirement.changed', bits } satisfies PowPolicyFact);
    };
    const leaveRelays = follow('relay-directory', look);
    const leaveCache = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === relayInfoKey('')[0]) look();
    });
    return () => {
      leaveRelays();
      leaveCache();
    };
  });
