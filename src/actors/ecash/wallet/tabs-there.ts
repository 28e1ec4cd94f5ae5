import { whileAwake, type AwakePage } from '#actors/shell/awake.ts';

type Locks = Pick<LockManager, 'request' | 'query'>;

/** the lock that each tab holds as long as it is there, by its name */
const NAME = 'nuthatch: tab ';

/** Says to the other tabs that this one is there, until it is gone, put away or frozen by the browser, or `ending`. */
export const beThere = (
  locks: Pick<Locks, 'request'> | undefined,
  tab: string,
  page: AwakePage,
  ending: AbortSignal,
): void => {
  const end = whileAwake(page, (signal) => {
    const hold = () => new Promise<void>((leave) => signal.addEventListener('abort', () => leave(), { once: true }));
    // where it is refused, nothing of this tab is believed to be waited for
    locks?.request(NAME + tab, { signal }, hold).catch(() => {});
  });
  ending.addEventListener('abort', end);
};

/** The names of the tabs that are there; none where the browser has no locks. */
export const tabsThere = async (locks: Pick<Locks, 'query'> | undefined): Promise<ReadonlySet<string>> => {
  const held = (await locks?.query().catch(() => undefined))?.held ?? [];
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(NAME) ? [name.slice(NAME.length)] : [])));
};
