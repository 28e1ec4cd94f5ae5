import { OWN_LIST_VERSIONS } from '#domain/ecash/ecash-limits.ts';
import { whyNoRelay, publishTargets } from '#domain/publish/publish-targets.ts';
import { checkRead, Refusal } from '#domain/replaceable/versions.ts';
import type { KernelDeps, Policy } from '#actors/replaceable/kernel.ts';

/**
 * How a list is kept that the wallet publishes by itself (NIP-61, NIP-17): read at half of the relays at least, and told to those
 * that were read.
 */
export const ownListPolicy = (
  { directory }: Pick<KernelDeps, 'directory'>,
  kind: number,
  { next, done }: Pick<Policy<never>, 'next' | 'done'>,
): Policy<never> => {
  const targets = () => publishTargets(directory().getSnapshot().context.entries, kind);
  return {
    places: { kind, besides: ['read'], counts: 'relays', limit: OWN_LIST_VERSIONS },
    merges: false,
    resends: false,
    problems: {
      locked: { code: 'sign-in-failed' },
      notKept: { code: 'version-gone' },
      changed: { code: 'list-changed' },
    },
    begin() {
      if (targets().length === 0) throw new Refusal(whyNoRelay(directory().getSnapshot().context.entries));
    },
    check: (read) =>
      checkRead(read, {
        nobodyAnswered: { code: 'list-not-read' },
        mayExist: { code: 'list-may-exist' },
        share: 1 / 2,
      }),
    found() {},
    next,
    targets: (_, { told }) => targets().filter((relay) => told.has(relay)),
    done,
  };
};
