import { Suspense, type ReactNode } from 'react';
import type { ParcelWay } from '#domain/ecash/ledger/parcel.ts';
import { shortNpub } from '#domain/protocol/identifiers.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useConfirmedAddress } from '#ui/profile/nip05-check.ts';
import { useDisplayName, useMetadata } from '#ui/queries.ts';

const Key = ({ pubkey, name }: { pubkey: string; name: string }) => {
  const key = shortNpub(pubkey);
  return key === name ? null : <small>{key}</small>;
};

type AddressProps = { address: string; pubkey: string; children: ReactNode };

/** The address once its domain confirms it: whoever wants to be paid can write any into their profile. */
const Address = ({ address, pubkey, children }: AddressProps) => {
  const confirmed = useConfirmedAddress(address, pubkey);
  return confirmed === undefined ? children : <small dir="ltr">{confirmed}</small>;
};

const Person = ({ pubkey }: { pubkey: string }) => {
  const metadata = useMetadata(pubkey);
  const name = useDisplayName(pubkey, metadata);
  const key = <Key pubkey={pubkey} name={name} />;
  return (
    <div className="row">
      <PersonAvatar pubkey={pubkey} size="m" />
      <span className="item__txt grow">
        <b>
          <bdi>{name}</bdi>
        </b>
        {metadata?.nip05 ? (
          <Suspense fallback={key}>
            <Address address={metadata.nip05} pubkey={pubkey}>
              {key}
            </Address>
          </Suspense>
        ) : (
          key
        )}
      </span>
    </div>
  );
};

/** Who asks to be paid: a person, or an address. */
export const Who = ({ way }: { way: ParcelWay }) =>
  way.type === 'message' ? (
    <Person pubkey={way.pubkey} />
  ) : (
    <div className="row">
      <span className="item__ico">
        <Icon name="link" />
      </span>
      <span className="item__txt grow">
        <b>{hostOf(way.url)}</b>
        <small className="clip">{way.url}</small>
      </span>
    </div>
  );
