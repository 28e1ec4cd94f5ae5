import { fromCallback, type AnyEventObject } from 'xstate';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { CLOCK_SLACK_S } from '#domain/replaceable/replaceable-limits.ts';
import { toSeconds } from '#domain/units.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { Owner } from '#machines/replaceable/replaceable.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

const OWN_KINDS = [KIND.metadata, KIND.contacts, KIND.muteList, KIND.relayList];

type Deps = {
  readonly requests: Pick<RelayRequests, 'relays' | 'watch'>;
  readonly follow: RunningAreas['follow'];
  /** A profile came in. */
  readonly onProfile: (event: NostrEvent) => void;
  /** ms since the epoch */
  readonly now: () => number;
};

/**
 * The slot `watch own events`: one subscription for the profile and all lists of the user, on every relay where a version may
 * be published. What was there before is read by those who keep it.
 */
export const defineWatchOwnEvents = ({ requests, follow, onProfile, now }: Deps) =>
  fromCallback<AnyEventObject, Owner>(({ input: { pubkey } }) => {
    let watched = '';
    let close = () => {};
    const look = () => {
      const relays = [...new Set((['write', 'indexer', 'read'] as const).flatMap(requests.relays))].sort();
      if (watched === relays.join(' ')) return;
      watched = relays.join(' ');
      close();
      close = requests.watch({
        filters: [{ kinds: OWN_KINDS, authors: [pubkey], since: toSeconds(now()) - CLOCK_SLACK_S }],
        relays,
        own: true,
        onEvent(event) {
          if (event.pubkey === pubkey && event.kind === KIND.metadata) onProfile(event);
        },
      });
    };
    const leave = follow('relay-directory', look);
    return () => {
      leave();
      close();
    };
  });
