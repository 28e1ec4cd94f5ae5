import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import type { QueryData } from '#domain/cache/query-keys.ts';
import { relayInfoKey, type RelayInfo } from '#domain/relays/relay-info.ts';
import { linkLabel } from '#domain/text/web-url.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { AppLink } from '#ui/links.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { useSystem } from '#ui/system-context.ts';
import { aboutRows, limitRows, type InformationRow } from './information-words.ts';
import { relayTexts } from '#ui/texts/relays.ts';

const { information } = relayTexts;
const SKELETON_LINES = ['11rem', '16rem', '9rem'] as const;

const Rows = ({ rows }: { rows: readonly InformationRow[] }) =>
  rows.map(({ label, value }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ));

const Operator = ({ pubkey }: { pubkey: string }) => {
  const name = useDisplayName(pubkey);
  return (
    <div>
      <dt>{information.operator}</dt>
      <dd>
        <AppLink to="/npub/$npub" params={{ npub: encodeNpub(pubkey) }} className="link">
          <bdi>{name}</bdi>
        </AppLink>
      </dd>
    </div>
  );
};

const Nips = ({ nips }: { nips: readonly number[] }) => (
  <section className="stack ri__part">
    <h4>{information.nips}</h4>
    <ul className="ri__nips" aria-label={information.nips}>
      {nips.map((nip) => (
        <li key={nip} className="tag num">
          {String(nip).padStart(2, '0')}
        </li>
      ))}
    </ul>
  </section>
);

const Told = ({ info }: { info: RelayInfo }) => {
  const limits = limitRows(info);
  return (
    <>
      {(info.name || info.description) && (
        <div className="ri__who">
          {info.name && <b dir="auto">{info.name}</b>}
          {info.description && (
            <p className="c-2" dir="auto">
              {info.description}
            </p>
          )}
        </div>
      )}
      <dl className="kv ri__kv">
        {info.pubkey && <Operator pubkey={info.pubkey} />}
        <Rows rows={aboutRows(info)} />
      </dl>
      {limits.length > 0 && (
        <section className="stack ri__part">
          <h4>{information.limits}</h4>
          <dl className="kv ri__kv">
            <Rows rows={limits} />
          </dl>
        </section>
      )}
      {info.supportedNips.length > 0 && <Nips nips={info.supportedNips} />}
      {info.paymentsUrl && (
        <a className="link t-sm" href={info.paymentsUrl} target="_blank" rel="noopener noreferrer nofollow">
          {information.pay(linkLabel(info.paymentsUrl))}
        </a>
      )}
    </>
  );
};

const Failed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <>
    <Banner tone="bad" icon="alert" title={information.failed}>
      {information.failedWhy}
    </Banner>
    <Button look="line" size="s" icon="refresh" busy={busy} onClick={onRetry}>
      {relayTexts.retry}
    </Button>
  </>
);

/** What the relay says of itself (NIP-11): name, software, limits, fees (RELAY-40). */
export const RelayInformation = ({ url }: { url: string }) => {
  use(useSystem().later('care'));
  const { data, isError, isFetching, refetch } = useQuery<QueryData['relay-info']>({ queryKey: relayInfoKey(url) });
  return (
    <section className="stack ri" aria-labelledby="relay-information">
      <h3 id="relay-information">{information.title}</h3>
      {data && <Told info={data} />}
      {!data && isError && <Failed busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <div className="skel__late skel__lines stack" aria-hidden="true">
          {SKELETON_LINES.map((inlineSize) => (
            <span key={inlineSize} className="skel" style={{ inlineSize }} />
          ))}
        </div>
      )}
    </section>
  );
};
