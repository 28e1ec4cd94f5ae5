/** Does something, and once more after that when it was wanted meanwhile; `act` never rejects. */
export const oneAtATime = (act: () => Promise<void>): (() => void) => {
  let [isBusy, isWanted] = [false, false];
  const run = async () => {
    isBusy = true;
    do {
      isWanted = false;
      await act();
    } while (isWanted);
    isBusy = false;
  };
  return () => {
    isWanted = true;
    if (!isBusy) void run();
  };
};
