import { useSelector } from '@xstate/react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { ActorRefFrom } from 'xstate';
import type { SecretKind } from '#domain/session/leaked-secret.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { excessOf, type Obstacle, type Subject } from '#domain/publish/composing.ts';
import type { Draft } from '#domain/publish/draft.ts';
import type { ComposerEvent, composerMachine, ComposerProblem, Panel } from '#machines/publish/composer.machine.ts';
import { lacksRelays } from '#ui/relays/relays-way.tsx';
import { useLoginGate } from '#ui/session/use-login-gate.ts';
import { useActing, useArea } from '#ui/system-context.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import { useJob, type JobRef } from './use-job.ts';
import { useWorkPolicy } from './write-policy.ts';

type ComposerRef = ActorRefFrom<typeof composerMachine>;

/** A composer as its view has it. */
export type OpenComposer = {
  readonly id: string;
  readonly draft: Draft;
  /** characters that are too many; 0 where it fits */
  readonly excess: number;
  readonly stage: 'idle' | 'mining' | 'signing' | 'elsewhere';
  /** its post is made */
  readonly busy: boolean;
  /** its post is made in this tab: it can be stopped */
  readonly stops: boolean;
  /** while its post is made */
  readonly job: JobRef | undefined;
  /** why it was not posted, or cannot be stopped; '' when nothing went wrong */
  readonly problem: string;
  /** the same, another one with each press that was in vain */
  readonly complaint: ComposerProblem | undefined;
  /** it was not posted for want of relays to write to */
  readonly lacksRelays: boolean;
  readonly panel: Panel | undefined;
  /** the secret key in what another app shared */
  readonly secret: SecretKind | undefined;
  /** the text of another app, beside what was written */
  readonly shared: string | undefined;
  readonly edit: (changed: Partial<Draft>) => void;
  /** Posts it, after a login when one is needed. */
  readonly post: () => void;
  readonly postWithoutWork: () => void;
  readonly send: (event: ComposerEvent) => void;
};

type Props = {
  subject: Subject;
  /** where its draft is kept; left out for what is not written */
  place?: string;
  /** the word of the button, as in 'Unlock & Post' */
  title: string;
  /** the signed event is safe: the rest goes on without this screen */
  onSafe: () => void;
  children: (composer: OpenComposer) => ReactNode;
};

const wordsInTheWay = (obstacle: Obstacle, excess: number): string => {
  if (obstacle === 'nsec' || obstacle === 'ncryptsec' || obstacle === 'pairing') return texts.secret[obstacle];
  if (obstacle === 'no-relays' || obstacle === 'no-write-relays') return problemText({ code: obstacle });
  if (obstacle === 'none chosen') return texts.noRelay;
  if (obstacle === 'gone elsewhere') return texts.goneElsewhere;
  if (obstacle === 'too long') return texts.tooLong(excess);
  return obstacle === 'empty' ? texts.required : texts.repost.required;
};

const wordsOf = (problem: ComposerProblem | undefined, excess: number): string => {
  if (problem === undefined) return '';
  return 'obstacle' in problem ? wordsInTheWay(problem.obstacle, excess) : problemText(problem);
};

const isForWantOfRelays = (problem: ComposerProblem | undefined): boolean =>
  problem !== undefined && lacksRelays('obstacle' in problem ? problem.obstacle : problem.code);

const stageOf = (snapshot: ReturnType<ComposerRef['getSnapshot']>): OpenComposer['stage'] => {
  if (snapshot.hasTag('mining')) return 'mining';
  if (snapshot.hasTag('elsewhere')) return 'elsewhere';
  return snapshot.hasTag('signing') ? 'signing' : 'idle';
};

/** Opens a composer as long as the view is there; undefined until it runs, which is before anything is painted. */
const useOpened = (id: string, { subject, place }: Pick<Props, 'subject' | 'place'>): ComposerRef | undefined => {
  const { composing } = useActing();
  const composers = useArea('composers');
  const [ref, setRef] = useState<ComposerRef>();
  const open = useEffectEvent(() => {
    composing.begin(id, subject, place);
    composers.send({ type: 'composer.open', composer: id, takesShared: subject.what === 'note' });
    setRef(composers.getSnapshot().children[id]);
  });
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what is opened here is shown before anything is painted
    open();
    return () => {
      composers.send({ type: 'composer.close', composer: id });
      composing.end(id);
    };
  }, [composing, composers, id]);
  return ref;
};

/** The text of another app that is offered. */
const useSharedText = (): string | undefined => {
  const { shared } = useActing().writing;
  const offered = useSyncExternalStore(shared.subscribe, shared.get);
  return offered && 'text' in offered ? offered.text : undefined;
};

const useSending = (id: string, ref: ComposerRef, { subject: { what }, title }: Pick<Props, 'subject' | 'title'>) => {
  const gate = useLoginGate();
  const policy = useWorkPolicy();
  const { composing } = useActing();
  const send = (event: ComposerEvent) => {
    ref.send(event);
    if (ref.getSnapshot().hasTag('asking'))
      gate({ act: { area: 'composers', event: { type: 'composer.make', composer: id } }, title });
  };
  // what is shown at the press is what is mined
  const bits = what === 'note' || what === 'reply' || what === 'quote';
  return {
    send,
    post: () => send({ type: 'composer.post', bits: bits ? (composing.draft(id).bits ?? policy.bits) : undefined }),
    postWithoutWork: () => send({ type: 'composer.withoutWork' }),
  };
};

const Running = ({ id, composer: ref, children, onSafe, ...rest }: Props & { id: string; composer: ComposerRef }) => {
  const { composing } = useActing();
  const draft = useSyncExternalStore(composing.subscribe, () => composing.draft(id));
  const stage = useSelector(ref, stageOf);
  const { problem, panel, secret, jobId, isBegun } = useSelector(ref, ({ context }) => context);
  const isShared = useSelector(ref, (snapshot) => snapshot.hasTag('shared'));
  const isSafe = useSelector(ref, (snapshot) => snapshot.hasTag('safe'));
  const shared = useSharedText();
  const job = useJob(jobId);
  const sending = useSending(id, ref, rest);
  const tell = useEffectEvent(onSafe);
  useEffect(() => {
    if (isSafe) tell();
  }, [isSafe]);
  const busy = stage !== 'idle';
  const excess = excessOf(rest.subject.what, draft);
  return children({
    ...sending,
    id,
    draft,
    excess,
    stage,
    busy,
    stops: busy && stage !== 'elsewhere',
    job: busy ? job : undefined,
    problem: stage === 'elsewhere' ? texts.acks.elsewhereWhy : wordsOf(problem, excess),
    complaint: problem,
    lacksRelays: isForWantOfRelays(problem),
    panel,
    secret,
    shared: isShared && isBegun ? shared : undefined,
    edit: (changed) => composing.edit(id, changed),
  });
};

/** Opens a composer for as long as this is shown. */
export const WithComposer = (props: Props) => {
  const id = useId();
  const ref = useOpened(id, props);
  return ref && <Running {...props} id={id} composer={ref} />;
};
