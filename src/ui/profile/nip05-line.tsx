import { Suspense, use } from 'react';
import { nip05Label, parseNip05, type Nip05 } from '#domain/profile/nip05.ts';
import type { Nip05Status } from '#domain/cache/query-keys.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useSystem } from '#ui/system-context.ts';
import { profileTexts } from '#ui/texts/profile.ts';
import { useNip05Check } from './nip05-check.ts';

const { nip05: words } = profileTexts;

const Mark = ({ status, domain }: { status: Nip05Status | undefined; domain: string }) => {
  if (status === 'verified')
    return (
      <span className="row c-ok" title={words.confirms(domain)}>
        <Icon name="check" size="xs" />
        <VisuallyHidden>{words.confirmed}</VisuallyHidden>
      </span>
    );
  return (
    status === 'mismatch' && (
      <span className="row c-warn" title={words.other(domain)}>
        <Icon name="alert" size="xs" />
      </span>
    )
  );
};

type CheckedProps = { parsed: Nip05; address: string; pubkey: string };

const Checked = ({ parsed, address, pubkey }: CheckedProps) => {
  // the check is loaded with the parts that start later
  use(useSystem().later('reading'));
  const status = useNip05Check(address, pubkey);
  const remark = status === undefined ? '' : words[status];
  return (
    <>
      <Mark status={status} domain={parsed.domain} />
      <span dir="ltr">{nip05Label(parsed)}</span>
      {remark !== '' && <small className="c-3">{remark}</small>}
    </>
  );
};

/** The NIP-05 address of a person, and whether its domain confirms it. */
export const Nip05Line = ({ address, pubkey }: { address: string; pubkey: string }) => {
  const parsed = parseNip05(address);
  const unchecked = <bdi>{parsed === undefined ? address : nip05Label(parsed)}</bdi>;
  return (
    <p className="pf__id c-2">
      {parsed === undefined ? (
        unchecked
      ) : (
        <Suspense fallback={unchecked}>
          <Checked parsed={parsed} address={address} pubkey={pubkey} />
        </Suspense>
      )}
    </p>
  );
};
