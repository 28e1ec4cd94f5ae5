import type { RouterHistory } from '@tanstack/react-router';

const isReadable = (path: string): boolean => {
  try {
    // used, or the build leaves it out
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};

/** A `%` that begins no escape is taken as it stands: the screen that the address is meant for says what is wrong with it. */
export const keepPlain = (history: RouterHistory): RouterHistory => {
  const { pathname, href } = history.location;
  if (!isReadable(pathname)) {
    history.replace(pathname.replaceAll('%', '%25') + href.slice(pathname.length));
    history.flush();
  }
  return history;
};
