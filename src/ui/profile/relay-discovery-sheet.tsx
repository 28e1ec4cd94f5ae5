import { useState, type ReactNode } from 'react';
import type { RelayListEntry } from '#domain/profile/lists.ts';
import { isPublicRelay } from '#domain/relays/public-host.ts';
import { POOL_MAX_CONNECTIONS } from '#domain/relays/relays-limits.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { InParts } from '#ui/kit/in-parts.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useDisplayName } from '#ui/queries.ts';
import { texts } from '#ui/texts/app.ts';
import { profileTexts } from '#ui/texts/profile.ts';
import { Around } from '#ui/kit/around.tsx';
import { ListFailed } from './list-failed.tsx';
import { useProfileRef, useRelayList } from './profile-queries.ts';
import { badgeOf, relayLabel } from './relay-use.ts';
import { useOwnRelays } from './use-own-relays.ts';

const { discovery: words } = profileTexts;
const SKELETONS = 3;

const theirUse = (relay: RelayListEntry) => words.theyUse[badgeOf(relay)];

type ChoiceProps = { relay: RelayListEntry; checked: boolean; onChange: (checked: boolean) => void };

const Choice = ({ relay, checked, onChange }: ChoiceProps) => (
  <li>
    {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the address of the relay is its text */}
    <label className="item">
      <input
        className="check"
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className="item__txt">
        <b dir="ltr">{relayLabel(relay.url)}</b>
        <small>{theirUse(relay)}</small>
      </span>
    </label>
  </li>
);

type ChoicesProps = {
  relays: readonly RelayListEntry[];
  chosen: ReadonlySet<string>;
  onChoose: (url: string, checked: boolean) => void;
  used: number;
};

const Choices = ({ relays, chosen, onChoose, used }: ChoicesProps) => (
  <>
    <p className="sheet__lead">
      {words.lead} {words.used(used)}
    </p>
    <InParts items={relays}>
      {(shown) => (
        <ul className="list rd" aria-label={words.choices}>
          {shown.map((relay) => (
            <Choice
              key={relay.url}
              relay={relay}
              checked={chosen.has(relay.url)}
              onChange={(checked) => onChoose(relay.url, checked)}
            />
          ))}
        </ul>
      )}
    </InParts>
  </>
);

type RowsProps = {
  relays: readonly RelayListEntry[];
  name: string;
  icon?: ReactNode;
  lineOf: (relay: RelayListEntry) => string;
};

/** Relays that are only shown. */
const Rows = ({ relays, name, icon, lineOf }: RowsProps) => (
  <InParts items={relays}>
    {(shown) => (
      <ul className="list" aria-label={name}>
        {shown.map((relay) => (
          <li key={relay.url} className="item">
            {icon}
            <span className="item__txt">
              <b dir="ltr">{relayLabel(relay.url)}</b>
              <small>{lineOf(relay)}</small>
            </span>
          </li>
        ))}
      </ul>
    )}
  </InParts>
);

const check = (
  <span className="c-ok row">
    <Icon name="check" />
  </span>
);

const SharedRelays = ({ relays }: { relays: readonly RelayListEntry[] }) => (
  <Rows relays={relays} name={words.shared} icon={check} lineOf={() => profileTexts.relays.own} />
);

/** Where a list of somebody else never leads (ADR 36). */
const LocalRelays = ({ relays }: { relays: readonly RelayListEntry[] }) => (
  <>
    <p className="sheet__lead">{words.localWhy}</p>
    <Rows relays={relays} name={words.local} lineOf={theirUse} />
  </>
);

const TooMany = () => <Problem>{profileTexts.relays.full}</Problem>;

/** Which relays are chosen; the first one is at the start. */
const useChoice = (relays: readonly RelayListEntry[]) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(relays.slice(0, 1).map(({ url }) => url)));
  const choose = (url: string, checked: boolean) => {
    const next = new Set(chosen);
    if (checked) next.add(url);
    else next.delete(url);
    setChosen(next);
  };
  return [chosen, choose] as const;
};

const titleOf = (name: string, missing: number) => (
  <Around parts={missing > 0 ? words.missing : words.of}>
    <bdi>{name}</bdi>
  </Around>
);

type Props = { pubkey: string; relays: readonly RelayListEntry[]; onClose: () => void };

const Discovery = ({ pubkey, relays, onClose }: Props) => {
  const name = useDisplayName(pubkey);
  const { urls, connected, add } = useOwnRelays();
  const shared = relays.filter(({ url }) => urls.has(url));
  const others = relays.filter(({ url }) => !urls.has(url));
  const missing = others.filter(({ url }) => isPublicRelay(url));
  const local = others.filter(({ url }) => !isPublicRelay(url));
  const [chosen, choose] = useChoice(missing);
  const adding = [...chosen].filter((url) => !connected.has(url));
  const tooMany = connected.size + adding.length > POOL_MAX_CONNECTIONS;
  const addChosen = () => {
    add([...chosen]);
    onClose();
  };
  const foot = (
    <>
      <Button onClick={onClose}>{missing.length > 0 ? words.cancel : texts.shell.close}</Button>
      {missing.length > 0 && (
        <Button look="primary" disabled={chosen.size === 0 || tooMany} onClick={addChosen}>
          {words.add(chosen.size)}
        </Button>
      )}
    </>
  );
  return (
    <Sheet title={titleOf(name, missing.length)} onClose={onClose} foot={foot}>
      {missing.length > 0 && <Choices relays={missing} chosen={chosen} onChoose={choose} used={connected.size} />}
      {tooMany && <TooMany />}
      {shared.length > 0 && <SharedRelays relays={shared} />}
      {local.length > 0 && <LocalRelays relays={local} />}
      {relays.length === 0 && <p className="sheet__lead">{words.none}</p>}
    </Sheet>
  );
};

const WhenLoaded = ({ pubkey, onClose }: { pubkey: string; onClose: () => void }) => {
  const { data: relays, isError, refetch } = useRelayList(pubkey);
  if (relays !== undefined) return <Discovery pubkey={pubkey} relays={relays} onClose={onClose} />;
  return (
    <Sheet title={words.title} onClose={onClose}>
      {isError ? (
        <ListFailed title={profileTexts.relays.failed} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={SKELETONS} />
      )}
    </Sheet>
  );
};

/** The relays of a profile that the reader does not use yet, to take them over (ROUTE-11). */
export const RelayDiscoverySheet = () => {
  const profile = useProfileRef();
  const { close } = useOverlay('relayDiscovery');
  return profile && <WhenLoaded pubkey={profile.pubkey} onClose={close} />;
};
