import type { Wire } from './wire.ts';

/** The relays with an open socket. */
export const openRelays = ({ links }: Pick<Wire, 'links'>): string[] =>
  [...links.values()].filter(({ phase }) => phase === 'open').map(({ relay }) => relay);

/** Sends a message that is no REQ; false when the socket is not open. */
export const say = ({ links }: Pick<Wire, 'links'>, relay: string, message: readonly unknown[]): boolean => {
  const link = links.get(relay);
  if (link?.phase !== 'open') return false;
  link.send(JSON.stringify(message));
  return true;
};

/** Asks what waits for a place that may be free by now. */
export const fillPlaces = ({ links, reqs }: Pick<Wire, 'links' | 'reqs'>, relay: string): void => {
  const link = links.get(relay);
  if (link?.phase === 'open') reqs.fill(link);
};

/** Lets REQs that wait for a place take turns with those that have one. */
export const takeTurns = ({ links, reqs }: Pick<Wire, 'links' | 'reqs'>): void => {
  for (const link of links.values()) if (link.phase === 'open') reqs.takeTurns(link);
};

/** Asks again what the relay refused over the socket that is open. */
export const askAgain = ({ links, reqs }: Pick<Wire, 'links' | 'reqs'>, relay: string): void => {
  const link = links.get(relay);
  if (link?.phase !== 'open') return;
  link.overloads = 0;
  for (const req of link.reqs.values()) if (req.state === 'over') reqs.send(link, req);
};
