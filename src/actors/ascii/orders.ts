import type { AsciiAnswer, AsciiOrder } from '#ports/ascii-studio.ts';
import { ASCII_FETCH_MS, ASCII_DRAW_MS, ASCII_AT_ONCE, ASCII_LOSSES_MAX } from '#domain/ascii/ascii-limits.ts';

/** What draws while a worker lives. */
export type AsciiHand = {
  draw(id: number, order: AsciiOrder): Promise<AsciiAnswer>;
  leave(id: number): void;
  /** It did not answer in time. */
  hung(): void;
};

/** One order that waits for its drawing. */
export type Job = {
  readonly id: number;
  readonly order: AsciiOrder;
  readonly answer: (answer: AsciiAnswer) => void;
  inWindow: boolean;
  /** workers that were lost while it was drawn */
  losses: number;
  timer?: ReturnType<typeof setTimeout>;
};

const BROKEN: AsciiAnswer = { ok: false, problem: 'broken' };

const mostUrgent = (waiting: ReadonlySet<Job>): readonly Job[] =>
  [...waiting].toSorted((a, b) => Number(b.inWindow) - Number(a.inWindow)).slice(0, ASCII_AT_ONCE);

/** The orders that wait, ASCII_AT_ONCE of them with the worker, those in the window first. */
export const createOrders = (onAnswer: (job: Job, answer: AsciiAnswer) => void, onDone: () => void) => {
  const waiting = new Set<Job>();
  const drawing = new Set<Job>();
  let hand: AsciiHand | undefined;

  const end = (job: Job): boolean => {
    clearTimeout(job.timer);
    return waiting.delete(job) || drawing.delete(job);
  };
  const settle = (job: Job, answer: AsciiAnswer) => {
    if (end(job)) onAnswer(job, answer);
    goOn();
  };
  const begin = (job: Job, by: AsciiHand) => {
    waiting.delete(job);
    drawing.add(job);
    job.timer = setTimeout(by.hung, ASCII_FETCH_MS + ASCII_DRAW_MS);
    // a worker that is gone answers no more: `close` takes care of its jobs
    by.draw(job.id, job.order).then(
      (answer) => hand === by && settle(job, answer),
      () => hand === by && by.hung(),
    );
  };
  const goOn = () => {
    if (!hand) return;
    for (const job of mostUrgent(waiting)) if (drawing.size < ASCII_AT_ONCE) begin(job, hand);
    if (drawing.size === 0) onDone();
  };

  return {
    add(job: Job) {
      waiting.add(job);
      goOn();
    },
    leave(job: Job) {
      if (drawing.has(job)) hand?.leave(job.id);
      if (end(job)) goOn();
    },
    /** A worker is ready. */
    open(opened: AsciiHand) {
      hand = opened;
      goOn();
    },
    /** It is gone. What it was at waits for the next one; what too many were lost over is given up. */
    close() {
      hand = undefined;
      for (const job of drawing) {
        end(job);
        job.losses += 1;
        if (job.losses >= ASCII_LOSSES_MAX) onAnswer(job, BROKEN);
        else waiting.add(job);
      }
    },
    /** There will be no worker. */
    refuse() {
      for (const job of waiting) if (end(job)) onAnswer(job, BROKEN);
    },
  };
};
