import { nip05Label, parseNip05 } from '#domain/nip05.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useNip05Check } from './profile-queries.ts';

const Mark = ({ confirmed, domain }: { confirmed: boolean | undefined; domain: string }) => {
  if (confirmed === undefined) return null;
  return confirmed ? (
    <span className="row c-ok" title={`${domain} confirms this key`}>
      <Icon name="check" size="xs" />
      <VisuallyHidden>Confirmed:</VisuallyHidden>
    </span>
  ) : (
    <span className="row c-warn" title={`${domain} does not confirm this key`}>
      <Icon name="alert" size="xs" />
      <VisuallyHidden>Not confirmed:</VisuallyHidden>
    </span>
  );
};

/** The NIP-05 address of a person, and whether its domain confirms it. */
export const Nip05Line = ({ address, pubkey }: { address: string; pubkey: string }) => {
  const parsed = parseNip05(address);
  const confirmed = useNip05Check(parsed === undefined ? '' : address, pubkey);
  if (parsed === undefined)
    return (
      <p className="pf__id c-2">
        <bdi>{address}</bdi>
      </p>
    );
  return (
    <p className="pf__id c-2">
      <Mark confirmed={confirmed} domain={parsed.domain} />
      <span dir="ltr">{nip05Label(parsed)}</span>
      {confirmed === false && <small className="c-3">not confirmed by {parsed.domain}</small>}
    </p>
  );
};
