import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { problemText } from '#ui/texts/problem-text.ts';
import { problemOf } from '#domain/problem.ts';
import { firstWords } from '#domain/publish/first-words.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import type { PostKind, PublishJob } from '#ports/publishing.ts';
import { workAsked } from '#domain/pow/work-asked.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { relayName } from '#ui/relays/use-relays.ts';
import { useActing, useSystem } from '#ui/system-context.ts';
import { MiningPanel } from './mining-panel.tsx';
import { FirstWords } from './first-words.tsx';
import { publishTexts } from '#ui/texts/publish.ts';
import type { JobRef } from './use-job.ts';
import './publish.css';

const { acks: texts } = publishTexts;

type State = keyof typeof texts.states;
type Outcome = PublishOutcome['outcome'] | undefined;

const LIGHTS = { accepted: 'ok', rejected: 'bad', timeout: 'bad', offline: 'bad' } as const;

const lightOf = (outcome: Outcome, state: State): string => {
  if (outcome !== undefined && !(state === 'queued' && outcome === 'offline')) return LIGHTS[outcome];
  return state === 'sending' ? 'wait' : '-';
};

const STATES = ['mining', 'signing', 'sending', 'queued', 'failed', 'elsewhere', 'unsigned'] as const;

const stateOf = (snapshot: ReturnType<JobRef['getSnapshot']>): State => {
  const found = STATES.find((tag) => snapshot.hasTag(tag));
  return found ?? 'sent';
};

/** How a post stands, in the words of the list. */
const usePost = (job: JobRef) => {
  const state = useSelector(job, stateOf);
  const { relays, answers, problem, targetBits } = useSelector(job, ({ context }) => context);
  const accepted = relays.filter((relay) => answers[relay]?.outcome === 'accepted').length;
  return { state, relays, answers, problem, targetBits, accepted };
};

type Post = ReturnType<typeof usePost>;

/** A relay has it, and the network is gone: what was sent stays sent. */
const isCut = ({ state, accepted }: Post): boolean => state === 'queued' && accepted > 0;

const titleOf = (post: Post): string =>
  isCut(post) ? texts.sentTo(post.accepted, post.relays.length) : texts.states[post.state];

const saying = (post: Post): string => {
  const { state, relays, problem, accepted } = post;
  if (isCut(post)) return texts.sentToWhy;
  if (state === 'queued') return texts.queuedWhy;
  if (state === 'signing') return texts.signingWhy;
  if (state === 'elsewhere') return texts.elsewhereWhy;
  if (state === 'unsigned') return texts.unsignedWhy;
  if (state === 'failed') return problemText(problem);
  return texts.accepted(accepted, relays.length);
};

const Lights = ({ state, relays, answers }: Post) => (
  <span className="acks__sq" aria-hidden="true">
    {relays.map((relay) => (
      <i key={relay} className="light light--l" data-s={lightOf(answers[relay]?.outcome, state)} />
    ))}
  </span>
);

const wordsOf = (answer: PublishOutcome | undefined): string => {
  if (answer === undefined) return texts.waiting;
  return problemText(answer.reason) || texts.outcomes[answer.outcome];
};

const Answers = ({ state, relays, answers }: Post) => (
  <ul aria-label={texts.relays}>
    {relays.map((relay) => (
      <li key={relay}>
        <i className="light light--l" data-s={lightOf(answers[relay]?.outcome, state)} aria-hidden="true" />
        <span className="clip" dir="ltr">
          {relayName(relay)}
        </span>
        <span dir="auto">{wordsOf(answers[relay])}</span>
      </li>
    ))}
  </ul>
);

type ActsProps = { job: JobRef; post: Post; info: PublishJob };

const Acts = ({ job, post, info }: ActsProps) => {
  const { state, answers, accepted, relays, targetBits } = post;
  const cut = isCut(post);
  const { writing } = useActing();
  const { app } = useSystem();
  const { event, resent } = info;
  const sendAgain = () => {
    try {
      if (event) writing.resend(event);
    } catch (error) {
      app.send({ type: 'notice.show', problem: problemOf(error) });
    }
  };
  const hide = () => {
    if (event && !resent) writing.hide(event.id);
  };
  const discard = () => {
    job.send({ type: 'publish.cancel' });
    if (accepted > 0) return;
    hide();
    // what was to be deleted stays
    if (info.what === 'deletion') for (const [, id = ''] of info.template.tags) writing.unhide(id);
  };
  const more = state === 'failed' && !resent ? workAsked(Object.values(answers), targetBits) : undefined;
  const act = (label: string, onPress: () => void, quiet = true): ReactNode => (
    <Button look={quiet ? 'ghost' : 'primary'} size="s" onClick={onPress}>
      {label}
    </Button>
  );
  const isPartly = state === 'sent' && accepted < relays.length;
  return (
    <div className="posts__acts">
      {(state === 'sending' || state === 'signing' || cut) && act(publishTexts.cancel, discard)}
      {((state === 'queued' && !cut) || state === 'failed' || state === 'unsigned') && act(texts.discard, discard)}
      {state === 'sent' && act(texts.dismiss, () => job.send({ type: 'publish.dismiss' }))}
      {state === 'sent' && event && !resent && act(publishTexts.again.action, sendAgain)}
      {(isPartly || state === 'failed' || state === 'queued') &&
        act(texts.retry, () => job.send({ type: 'publish.retry' }))}
      {more !== undefined &&
        act(
          texts.mineMore(more),
          () => {
            hide();
            job.send({ type: 'publish.mineMore', bits: more });
          },
          false,
        )}
    </div>
  );
};

const WRITTEN: ReadonlySet<PostKind> = new Set(['note', 'reply', 'quote']);

/** '' for what has no words of its author; a draft has names where the event has long codes. */
const wordsBegun = ({ what, draft, event, template }: PublishJob): string =>
  WRITTEN.has(what) ? firstWords(draft?.text ?? (event ?? template).content) : '';

type Props = { job: JobRef; info: PublishJob; newest: boolean };

/**
 * A post under way: what it waits for, the answer of every relay as it comes, and what can be done about it. The answers stand
 * open for the newest one, and where somebody has to decide.
 */
export const PostAcks = ({ job, info, newest }: Props) => {
  const post = usePost(job);
  const { state } = post;
  const kind = info.what === 'note' ? '' : `${texts.kinds[info.what]}: `;
  const words = wordsBegun(info);
  if (state === 'mining')
    return <MiningPanel job={job} words={words} onCancel={() => job.send({ type: 'publish.cancel' })} />;
  return (
    <article className="acks" aria-label={[texts.kinds[info.what], words].filter(Boolean).join(': ')}>
      <details open={newest || state === 'failed' || state === 'unsigned'}>
        <summary>
          <Lights {...post} />
          <span className="grow">
            <FirstWords words={words} />
            {kind}
            <b className={state === 'failed' ? 'c-bad' : undefined}>{titleOf(post)}</b> {saying(post)}
          </span>
          <Icon name="down" size="s" />
        </summary>
        <Answers {...post} />
      </details>
      <Acts job={job} post={post} info={info} />
      <output className="vh">
        {kind}
        {titleOf(post)} {state !== 'sending' && saying(post)}
      </output>
    </article>
  );
};
