/** Does something, and once more after that when it was wanted meanwhile; an act that fails holds up none after it. */
export const oneAtATime = (act: () => Promise<void>): (() => void) => {
  let [isBusy, isWanted] = [false, false];
  const run = async () => {
    isBusy = true;
    try {
      do {
        isWanted = false;
        await act();
      } while (isWanted);
    } finally {
      isBusy = false;
      if (isWanted) void run();
    }
  };
  return () => {
    isWanted = true;
    if (!isBusy) void run();
  };
};
