import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { DraftPlace } from '#domain/publish/draft.ts';
import type { Post } from '#ports/publishing.ts';
import type { publishMachine } from '#machines/publish/publish.machine.ts';
import { useLoginGate, useScreenAct } from '#ui/session/use-login-gate.ts';
import { useActing, useArea } from '#ui/system-context.ts';

export type JobRef = ActorRefFrom<typeof publishMachine>;

/** The statechart of a post; undefined when it is over. */
export const useJob = (id: string | undefined): JobRef | undefined =>
  useSelector(useArea('publish-desk'), ({ children }) =>
    id === undefined ? undefined : (children as Readonly<Record<string, JobRef | undefined>>)[id],
  );

type Stage = 'idle' | 'mining' | 'signing' | 'failed' | 'safe';

const SAFE = ['sending', 'queued', 'sent', 'sent in part'] as const;

const stageOf = (snapshot: ReturnType<JobRef['getSnapshot']> | undefined): Stage => {
  if (!snapshot) return 'idle';
  if (snapshot.hasTag('mining')) return 'mining';
  if (snapshot.hasTag('signing') || snapshot.matches('keeping') || snapshot.hasTag('elsewhere')) return 'signing';
  if (snapshot.hasTag('failed')) return snapshot.context.signed ? 'safe' : 'failed';
  return SAFE.some((tag) => snapshot.hasTag(tag)) ? 'safe' : 'idle';
};

/** Calls back once a post is safe, failed before it was, or waits for somebody who signs. */
const useEnd = (job: JobRef | undefined, onEnd: (stage: 'safe' | 'failed' | 'unsigned') => void) => {
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    if (!job) return undefined;
    let [isOver, wasElsewhere] = [false, false];
    const isWaiting = () => job.getSnapshot().hasTag('unsigned');
    const end = (stage: 'safe' | 'failed' | 'unsigned') => {
      isOver = true;
      tell(stage);
    };
    const look = (snapshot: ReturnType<JobRef['getSnapshot']>) => {
      // the other tab is done with it
      const isDone = snapshot.status === 'done';
      const stage = isDone && wasElsewhere ? 'safe' : stageOf(snapshot);
      wasElsewhere = snapshot.hasTag('elsewhere');
      // somebody who signs may be there already
      if (snapshot.hasTag('unsigned')) queueMicrotask(() => !isOver && isWaiting() && end('unsigned'));
      if (isOver || (isDone && stage !== 'safe') || (stage !== 'safe' && stage !== 'failed')) return;
      end(stage);
    };
    look(job.getSnapshot());
    const { unsubscribe } = job.subscribe(look);
    return unsubscribe;
  }, [job]);
};

/** It is being made, or is out: it is not made once more. */
const UNDER_WAY: readonly Stage[] = ['mining', 'signing', 'safe'];

type Options = {
  /** the word of the button, as in 'Unlock & Post' */
  readonly title: string;
  readonly draft?: DraftPlace;
  /** the post is signed and safe: the rest goes on without this screen */
  readonly onSafe: () => void;
};

export type Posting = {
  readonly job: JobRef | undefined;
  readonly stage: Stage;
  /** why it was not posted; '' when nothing went wrong */
  readonly problem: string;
  /** Posts it, after a login when one is needed. */
  readonly post: (make: () => Post | Promise<Post>) => void;
  /** Stops the work and gives the text back. */
  readonly stop: () => void;
  readonly dismiss: () => void;
};

/** A post that asks relays before it can be made; for who waits it is being signed already. */
const useMaking = () => {
  const current = useRef<Promise<Post>>(undefined);
  const [isShown, show] = useState(false);
  useEffect(() => () => void (current.current = undefined), []);
  const stop = () => {
    current.current = undefined;
    show(false);
  };
  const prepare = (made: Promise<Post>, send: (post: Post) => void, fail: (error: unknown) => void) => {
    current.current = made;
    show(true);
    const unlessStopped = (act: () => void) => {
      if (current.current !== made) return;
      stop();
      act();
    };
    void made.then(
      (post) =>
        unlessStopped(() => {
          try {
            send(post);
          } catch (error) {
            fail(error);
          }
        }),
      (error: unknown) => unlessStopped(() => fail(error)),
    );
  };
  return { isShown, isUnderWay: () => current.current !== undefined, prepare, stop };
};

/** One post from its making until it is signed and safe on this device. */
export const usePosting = ({ title, draft, onSafe }: Options): Posting => {
  const { writing } = useActing();
  const gate = useLoginGate();
  const [jobId, setJobId] = useState(() => draft && writing.jobOf(draft));
  const [problem, setProblem] = useState('');
  const job = useJob(jobId);
  const stage = useSelector(job, stageOf);
  const desk = useArea('publish-desk');
  // what is on screen lags behind two quick presses
  const begun = useRef(jobId);
  const isUnderWay = () => {
    const running = (desk.getSnapshot().children as Readonly<Record<string, JobRef | undefined>>)[begun.current ?? ''];
    return running !== undefined && UNDER_WAY.includes(stageOf(running.getSnapshot()));
  };
  const making = useMaking();
  const stop = () => {
    making.stop();
    job?.send({ type: 'publish.cancel' });
    begun.current = undefined;
    setJobId(undefined);
  };
  useEnd(job, (end) => {
    if (end === 'safe') return onSafe();
    // who comes back to the text takes it back
    if (end === 'unsigned') return stop();
    setProblem(job?.getSnapshot().context.problem ?? '');
    stop();
  });
  const fail = (error: unknown) => setProblem(error instanceof Error ? error.message : String(error));
  const send = (post: Post) => {
    begun.current = writing.post(post, draft);
    setJobId(begun.current);
    setProblem('');
  };
  const begin = (make: () => Post | Promise<Post>) => {
    if (isUnderWay() || making.isUnderWay()) return;
    try {
      const made = make();
      if (made instanceof Promise) making.prepare(made, send, fail);
      else send(made);
    } catch (error) {
      fail(error);
    }
  };
  const composer = useId();
  const wanted = useRef<() => Post | Promise<Post>>(undefined);
  useScreenAct('post.make', (told) => {
    if (told.composer === composer && wanted.current) begin(wanted.current);
  });
  return {
    job,
    stage: making.isShown ? 'signing' : stage,
    problem,
    stop,
    dismiss: () => setProblem(''),
    post: (make) => {
      wanted.current = make;
      gate({ act: { type: 'post.make', composer }, title });
    },
  };
};
