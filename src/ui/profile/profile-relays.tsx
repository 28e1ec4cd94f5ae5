import type { RelayListEntry } from '#domain/profile/lists.ts';
import { isPublicRelay } from '#domain/relays/public-host.ts';
import { POOL_MAX_CONNECTIONS } from '#domain/relays/relays-limits.ts';
import { buttonClass } from '#ui/kit/button-class.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { InParts } from '#ui/kit/in-parts.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { AppLink } from '#ui/links.tsx';
import { WhyRelays } from '#ui/relays/why-relays.tsx';
import { useRelayLines, type RelayLine } from '#ui/relays/use-relay-lines.ts';
import { profileTexts } from '#ui/texts/profile.ts';
import { feedTexts } from '#ui/texts/feed.ts';
import { ListFailed } from './list-failed.tsx';
import { useProfileRef, useRelayList } from './profile-queries.ts';
import { badgeOf, relayLabel } from './relay-use.ts';
import { useOwnRelays } from './use-own-relays.ts';

const SKELETONS = 4;
const { relays: words } = profileTexts;

/** Takes the relay into the reader's set; a tick once it is there. */
const AddButton = ({ url, isOwn }: { url: string; isOwn: boolean }) => {
  const { urls, add } = useOwnRelays();
  const isFull = urls.size >= POOL_MAX_CONNECTIONS;
  const label = isOwn ? words.own : isFull ? words.full : words.add(relayLabel(url));
  return (
    <button
      type="button"
      className={isOwn ? 'tap c-ok' : 'tap'}
      aria-label={label}
      title={label}
      aria-disabled={isOwn || isFull}
      onClick={isOwn || isFull ? undefined : () => add([url])}
    >
      <Icon name={isOwn ? 'check' : 'plus'} size="s" />
    </button>
  );
};

type RowProps = { relay: RelayListEntry; own: RelayLine | undefined };

const RelayRow = ({ relay, own }: RowProps) => (
  <li className="item pf__relay">
    <i className="light light--l" data-s={own?.light} aria-hidden="true" />
    <span className="item__txt">
      <b dir="ltr">{relayLabel(relay.url)}</b>
      <small>{own === undefined ? words.notOwn : words.ownState(feedTexts.relayStates[own.state])}</small>
    </span>
    <span className="perm" data-p={badgeOf(relay)} title={words.use[badgeOf(relay)]}>
      <span aria-hidden="true">{badgeOf(relay)}</span>
      <span className="vh">{words.use[badgeOf(relay)]}</span>
    </span>
    {(own !== undefined || isPublicRelay(relay.url)) && <AddButton url={relay.url} isOwn={own !== undefined} />}
  </li>
);

const DiscoverLink = () => (
  <AppLink
    to="."
    search={(search) => ({ ...search, relayDiscovery: true })}
    resetScroll={false}
    state={true}
    className={buttonClass({ look: 'line', size: 's' })}
  >
    <Icon name="plus" size="s" />
    {words.discover}
  </AppLink>
);

const RelayList = ({ relays }: { relays: readonly RelayListEntry[] }) => {
  const own = useRelayLines().filter(({ use }) => use !== 'profile');
  if (relays.length === 0) return <EmptyState art="mast" title={words.none} />;
  return (
    <div className="pf__list">
      <div className="spread">
        <p className="c-2 t-sm">{words.source}</p>
        <DiscoverLink />
      </div>
      <InParts items={relays}>
        {(shown) => (
          <ul className="list">
            {shown.map((relay) => (
              <RelayRow key={relay.url} relay={relay} own={own.find(({ url }) => url === relay.url)} />
            ))}
          </ul>
        )}
      </InParts>
    </div>
  );
};

const Relays = ({ pubkey }: { pubkey: string }) => {
  const { data: relays, isError, refetch } = useRelayList(pubkey);
  return (
    <section aria-labelledby="profile-part">
      <h2 id="profile-part" className="vh">
        {profileTexts.tabs.relays}
      </h2>
      {relays !== undefined && <RelayList relays={relays} />}
      {relays === undefined && isError && <ListFailed title={words.failed} onRetry={() => void refetch()} />}
      {relays === undefined && !isError && <RowSkeletons count={SKELETONS} />}
      <WhyRelays subject={pubkey} className="pf__list" />
    </section>
  );
};

/** The relays the person says to use (ROUTE-10, PROF-14). */
export const ProfileRelays = () => {
  const profile = useProfileRef();
  return profile && <Relays pubkey={profile.pubkey} />;
};
