import type { ParcelWay } from '#domain/ecash/parcel.ts';
import { shortNpub } from '#domain/protocol/identifiers.ts';
import { displayNameOf } from '#domain/profile/display-name.ts';
import { nip05Label, parseNip05 } from '#domain/profile/nip05.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useMetadata } from '#ui/queries.ts';

const Person = ({ pubkey }: { pubkey: string }) => {
  const metadata = useMetadata(pubkey);
  const address = metadata && parseNip05(metadata.nip05);
  const [name, key] = [displayNameOf(metadata, pubkey), shortNpub(pubkey)];
  const line = address ? nip05Label(address) : key;
  return (
    <div className="row">
      <PersonAvatar pubkey={pubkey} size="m" />
      <span className="item__txt grow">
        <b dir="auto">{name}</b>
        {line !== name && <small>{line}</small>}
      </span>
    </div>
  );
};

/** The host of an address. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

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
