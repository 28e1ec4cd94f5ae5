type PostTask = { postTask?: (task: () => void, options: { priority: 'user-visible' }) => Promise<void> };

const throughChannel = (task: () => void) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(undefined);
};

/** Runs the task after the browser had its turn to draw and to answer input, without the delay of a timer. */
export const nextTask = (task: () => void): void => {
  const { scheduler } = globalThis as { scheduler?: PostTask };
  if (scheduler?.postTask) void scheduler.postTask(task, { priority: 'user-visible' });
  else throughChannel(task);
};
