import { useQuery } from '@tanstack/react-query';
import { whyRelayKey, type QueryData, type WhyRelay } from '#domain/cache/query-keys.ts';
import { RELAY_PEOPLE_NAMED } from '#domain/relays/relays-limits.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName } from './use-relays.ts';
import './relays.css';

const { why: words } = relayTexts;
const NOBODY: readonly WhyRelay[] = [];

const Name = ({ pubkey }: { pubkey: string }) => <bdi>{useDisplayName(pubkey)}</bdi>;

const Names = ({ pubkeys }: { pubkeys: readonly string[] }) => {
  const hidden = pubkeys.length - RELAY_PEOPLE_NAMED;
  return (
    <>
      {pubkeys.slice(0, RELAY_PEOPLE_NAMED).map((pubkey, index) => (
        <span key={pubkey}>
          {index > 0 && ', '}
          <Name pubkey={pubkey} />
        </span>
      ))}
      {hidden > 0 && words.more(hidden)}
    </>
  );
};

const Reason = ({ why, authors }: WhyRelay) => (
  <span className="why__reason">
    {(why === 'writes' || why === 'reads') && <Names pubkeys={authors} />} {words.reasons[why]}
  </span>
);

/** Which relays were asked for a conversation or for the notes of a person, and why; `subject` as in the query key. */
export const useAskedRelays = (subject: string): readonly WhyRelay[] =>
  useQuery<QueryData['why-relay']>({ queryKey: whyRelayKey(subject), enabled: false }).data ?? NOBODY;

const relaysOf = (data: readonly WhyRelay[]) => [...new Set(data.map(({ relay }) => relay))];

/** Each relay that was asked, with the reasons for it. */
export const WhyList = ({ data }: { data: readonly WhyRelay[] }) => {
  const relays = relaysOf(data);
  return (
    <ul aria-label={words.title(relays.length)}>
      {relays.map((relay) => (
        <li key={relay}>
          <b dir="ltr">{relayName(relay)}</b>
          <span>
            {data
              .filter((reason) => reason.relay === relay)
              .map((reason) => (
                <Reason key={reason.why} {...reason} />
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
};

/** The same behind a line of its own. */
export const WhyRelays = ({ subject, className }: { subject: string; className: string }) => {
  const data = useAskedRelays(subject);
  if (data.length === 0) return null;
  return (
    <div className={className}>
      <details className="acks why">
        <summary>
          <Icon name="relay" size="s" />
          <span className="grow">{words.title(relaysOf(data).length)}</span>
          <Icon name="down" size="s" />
        </summary>
        <WhyList data={data} />
      </details>
    </div>
  );
};
