import { nip05Label, parseNip05 } from '#domain/nip05.ts';
import type { Nip05Status } from '#domain/query-keys.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useNip05Check } from './profile-queries.ts';

const Mark = ({ status, domain }: { status: Nip05Status | undefined; domain: string }) => {
  if (status === 'verified')
    return (
      <span className="row c-ok" title={`${domain} confirms this key`}>
        <Icon name="check" size="xs" />
        <VisuallyHidden>Confirmed:</VisuallyHidden>
      </span>
    );
  return (
    status === 'mismatch' && (
      <span className="row c-warn" title={`${domain} names another key`}>
        <Icon name="alert" size="xs" />
      </span>
    )
  );
};

const REMARKS = {
  verified: '',
  mismatch: 'The domain does not confirm this key',
  unreachable: 'The domain did not answer',
} as const;

/** The NIP-05 address of a person, and whether its domain confirms it. */
export const Nip05Line = ({ address, pubkey }: { address: string; pubkey: string }) => {
  const parsed = parseNip05(address);
  const status = useNip05Check(parsed === undefined ? '' : address, pubkey);
  if (parsed === undefined)
    return (
      <p className="pf__id c-2">
        <bdi>{address}</bdi>
      </p>
    );
  const remark = status === undefined ? '' : REMARKS[status];
  return (
    <p className="pf__id c-2">
      <Mark status={status} domain={parsed.domain} />
      <span dir="ltr">{nip05Label(parsed)}</span>
      {remark !== '' && <small className="c-3">{remark}</small>}
    </p>
  );
};
