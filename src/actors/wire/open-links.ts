import type { OpenLine } from './wire-link.ts';
import type { Wire } from './wire.ts';

/** The relays with an open socket. */
export const openRelays = ({ links }: Pick<Wire, 'links'>): string[] =>
  [...links.values()].filter(({ line }) => line.state === 'open').map(({ relay }) => relay);

/** What the open socket of the relay has come to. */
export const openLine = ({ links }: Pick<Wire, 'links'>, relay: string): OpenLine | undefined => {
  const line = links.get(relay)?.line;
  return line?.state === 'open' ? line : undefined;
};

/** Sends a message that is no REQ; false when the socket is not open. */
export const sayTo = (wire: Pick<Wire, 'links'>, relay: string, message: readonly unknown[]): boolean => {
  const line = openLine(wire, relay);
  line?.send(JSON.stringify(message));
  return line !== undefined;
};

/** Asks what waits for a place that may be free by now. */
export const fillPlaces = ({ links, reqs }: Pick<Wire, 'links' | 'reqs'>, relay: string): void => {
  const link = links.get(relay);
  if (link?.line.state === 'open') reqs.fill(link);
};

/** Asks again what the relay refused over the socket that is open. */
export const askAgain = ({ links, reqs }: Pick<Wire, 'links' | 'reqs'>, relay: string): void => {
  const link = links.get(relay);
  if (link?.line.state !== 'open') return;
  link.line.overloads = 0;
  for (const req of link.reqs.values()) if (req.state.is === 'over') reqs.send(link, req);
};
