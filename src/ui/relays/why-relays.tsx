import { useQuery } from '@tanstack/react-query';
import { whyRelayKey, type QueryData, type WhyRelay } from '#domain/cache/query-keys.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName } from './use-relays.ts';
import './relays.css';

const { why: words } = relayTexts;
const NAMES_SHOWN = 2;

const Name = ({ pubkey }: { pubkey: string }) => <bdi>{useDisplayName(pubkey)}</bdi>;

const Names = ({ pubkeys }: { pubkeys: readonly string[] }) => {
  const hidden = pubkeys.length - NAMES_SHOWN;
  return (
    <>
      {pubkeys.slice(0, NAMES_SHOWN).map((pubkey, index) => (
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

/** Why which relays were asked for a conversation or for the notes of a person; `subject` as in the query key. */
export const WhyRelays = ({ subject, className }: { subject: string; className: string }) => {
  const { data = [] } = useQuery<QueryData['why-relay']>({ queryKey: whyRelayKey(subject), enabled: false });
  const relays = [...new Set(data.map(({ relay }) => relay))];
  if (relays.length === 0) return null;
  return (
    <div className={className}>
      <details className="acks why">
        <summary>
          <Icon name="relay" size="s" />
          <span className="grow">{words.title(relays.length)}</span>
          <Icon name="down" size="s" />
        </summary>
        <ul>
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
      </details>
    </div>
  );
};
