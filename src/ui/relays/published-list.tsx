import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { problemText } from '#ui/texts/problem-text.ts';
import { relayListKey, relayListResultKey, type QueryData } from '#domain/cache/query-keys.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useLoginGate } from '#ui/session/use-login-gate.ts';
import { useArea } from '#ui/system-context.ts';
import { LIST_TAGS, publishedNote, unusedNote, type ListFacts, type PublishedNote } from './published-words.ts';
import { ListVersions } from './list-versions.tsx';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName, useRelayDefaults, useRelayEntries } from './use-relays.ts';

const { published } = relayTexts;

/** What each relay said to the list that was published last. */
const Answers = ({ pubkey }: { pubkey: string }) => {
  const { data: results = [] } = useQuery<QueryData['relay-list/result']>({
    queryKey: relayListResultKey(pubkey),
    enabled: false,
  });
  if (results.length === 0) return null;
  return (
    <details className="acks">
      <summary>
        <span className="grow">{published.details}</span>
        <Icon name="down" size="s" />
      </summary>
      <ul>
        {results.map(({ relay, accepted, reason }) => (
          <li key={relay}>
            <i className="light light--l" data-s={accepted ? 'ok' : 'bad'} />
            <span dir="ltr">{relayName(relay)}</span>
            <span>{accepted ? published.yes : problemText(reason) || published.no}</span>
          </li>
        ))}
      </ul>
    </details>
  );
};

type NoteProps = Pick<PublishedNote, 'tone' | 'icon' | 'title' | 'why'> & { /** buttons */ children?: ReactNode };

const Note = ({ tone, icon, title, why, children }: NoteProps) => (
  <div className={tone === undefined ? 'banner rp' : `banner rp banner--${tone}`}>
    <Icon name={icon} />
    <output>
      <b>{title}</b>
      {why !== undefined && <span className="rp__why">{why}</span>}
    </output>
    {children && <div className="row rp__acts">{children}</div>}
  </div>
);

/** What becomes of a change, where none waits. */
const idleWords = ({ pubkey, signing }: Pick<ListFacts, 'signing'> & { readonly pubkey: string }): string => {
  if (pubkey === '') return published.visitor;
  return signing === 'read only' ? published.readOnly : published.user;
};

/** How it stands with the list that others read: not sent yet, on its way, taken or refused (RLIST-05 to RLIST-07). */
const Broadcast = () => {
  const list = useArea('relay-list');
  const gate = useLoginGate();
  const state = useSelector(list, (snapshot) => LIST_TAGS.find((tag) => snapshot.hasTag(tag)));
  const context = useSelector(list, (snapshot) => snapshot.context);
  if (state === undefined) return <p className="hint">{idleWords(context)}</p>;
  const send = () => list.send({ type: 'list.publish' });
  // reading it again needs no signature
  const press =
    state === 'unread'
      ? send
      : () => gate({ act: { area: 'relay-list', event: { type: 'list.publish' } }, title: published.publish });
  const { publish, undo, ...note } = publishedNote(state, context);
  return (
    <>
      <Note {...note}>
        {(publish !== undefined || undo) && (
          <>
            {publish !== undefined && (
              <Button look="line" size="s" onClick={press}>
                {publish}
              </Button>
            )}
            {undo && (
              <Button look="ghost" size="s" onClick={() => list.send({ type: 'list.undo' })}>
                {published.undo}
              </Button>
            )}
          </>
        )}
      </Note>
      {(state === 'published' || state === 'failed') && <Answers pubkey={context.pubkey} />}
    </>
  );
};

/** Says how many relays of a long list are left out. */
const Unused = () => {
  const { pubkey, taken } = useSelector(useArea('relay-list'), ({ context }) => context);
  const entries = useRelayEntries();
  const defaults = useRelayDefaults();
  const { data: listed = [] } = useQuery<QueryData['relay-list']>({ queryKey: relayListKey(pubkey), enabled: false });
  const note = unusedNote(listed, { entries, defaults, taken });
  return note === '' ? null : <p className="hint">{note}</p>;
};

/** Relays that the notes of somebody without a list mention, to read from (RLIST-03). */
const Proposal = () => {
  const list = useArea('relay-list');
  const proposal = useSelector(list, ({ context }) => context.proposal);
  if (proposal.length === 0) return null;
  return (
    <Note icon="info" title={published.proposal} why={`${published.proposalWhy} ${proposal.map(relayName).join(', ')}`}>
      <Button look="line" size="s" onClick={() => list.send({ type: 'list.accept' })}>
        {published.accept}
      </Button>
      <Button look="ghost" size="s" onClick={() => list.send({ type: 'list.dismiss' })}>
        {published.dismiss}
      </Button>
    </Note>
  );
};

/** The published relay list of the user. */
export const PublishedList = () => (
  <>
    <Unused />
    <Broadcast />
    <ListVersions />
    <Proposal />
  </>
);
