type PostTask = { postTask?: (task: () => void, options: { priority: 'user-visible' }) => Promise<void> };

const throughChannel = (task: () => void) => {
  const { port1, port2 } = new MessageChannel();
  const run = () => {
    port1.close();
    task();
  };
  port1.addEventListener('message', run, { once: true });
  port1.start();
  port2.postMessage(undefined);
};

/** Runs the task after the browser had its turn to draw and to answer input, without the delay of a timer. */
export const nextTask = (task: () => void): void => {
  const { scheduler } = globalThis as { scheduler?: PostTask };
  if (scheduler?.postTask) void scheduler.postTask(task, { priority: 'user-visible' });
  else throughChannel(task);
};
