/** What an act settles with, or something else after so many ms. */
export const within = async <T>(ms: number, act: Promise<T>, other: T): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => (timer = setTimeout(resolve, ms, other)));
  return Promise.race([act, late]).finally(() => clearTimeout(timer));
};
