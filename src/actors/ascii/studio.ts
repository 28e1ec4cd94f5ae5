import type { AsciiAnswer, AsciiOrder, AsciiStudio } from '#ports/ascii-studio.ts';
import type { AsciiEvent } from '#machines/ascii/ascii.machine.ts';
import { createDrawings } from './drawings.ts';
import { createOrders, type Job } from './orders.ts';

/** The drawings that are kept and the orders that wait for a worker; `send` tells the machine what is wanted. */
export const createStudio = (send: (event: AsciiEvent) => void) => {
  const drawings = createDrawings();
  let failed = false;
  const orders = createOrders(
    ({ order, answer }, answered) => {
      if (answered.ok) drawings.keep(order, answered.drawing);
      else if (!failed) drawings.keepProblem(order.url, answered.problem);
      answer(answered);
    },
    () => send({ type: 'orders.done' }),
  );
  const known = (order: AsciiOrder): AsciiAnswer | undefined => {
    const drawing = drawings.of(order);
    if (drawing) return { ok: true, drawing };
    const problem = failed ? 'broken' : drawings.problemOf(order.url);
    return problem && { ok: false, problem };
  };
  let lastId = 0;

  const studio: AsciiStudio = {
    kept: drawings.anyOf,
    order(order, answer, again) {
      const job: Job = { id: (lastId += 1), order, answer, inWindow: false, losses: 0 };
      if (again) {
        failed = false;
        drawings.forgetProblem(order.url);
      }
      let left = false;
      queueMicrotask(() => {
        if (left) return;
        const answered = known(order);
        if (answered) return answer(answered);
        send({ type: again ? 'orders.again' : 'orders.waiting' });
        orders.add(job);
      });
      return {
        hurry: (inWindow) => (job.inWindow = inWindow),
        leave: () => {
          left = true;
          orders.leave(job);
        },
      };
    },
    count: drawings.count,
    clear: drawings.clear,
  };
  return {
    studio,
    open: orders.open,
    close: orders.close,
    /** There will be no worker until somebody asks again. */
    refuse() {
      failed = true;
      orders.refuse();
    },
  };
};

export type Studio = ReturnType<typeof createStudio>;
