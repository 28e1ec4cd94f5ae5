import { filtersOf, queueAgain } from './reqs.ts';
import { hasEose, type Link } from './wire-link.ts';
import type { Wire } from './wire.ts';

type Turns = Pick<Wire, 'reqs' | 'policy'>;

/** How many places the live REQs of the relay wait for. */
const missingPlaces = ({ policy }: Turns, { relay, reqs }: Link) => {
  const room = policy.room(relay);
  let missing = 0;
  for (const req of reqs.values()) {
    const needed = req.live && req.state.is === 'queued' ? policy.shape(relay, filtersOf(req)).length : 0;
    // what is too much for the relay even alone pushes nothing out
    if (needed < room) missing += needed;
  }
  return missing;
};

const takeTurnsOn = (turns: Turns, link: Link, now: number) => {
  let missing = missingPlaces(turns, link);
  for (const req of [...link.reqs.values()].filter(({ live, keepsPlace }) => live && !keepsPlace)) {
    const { state } = req;
    if (missing <= 0 || state.is !== 'open' || !hasEose(state)) continue;
    missing -= state.ids.size;
    queueAgain(link, req, now);
    // behind those that wait already
    link.reqs.delete(req.id);
    link.reqs.set(req.id, req);
  }
  turns.reqs.fill(link);
};

/** Lets live REQs that wait for a place take turns with those that have had one; each goes on where it was stopped. */
export const takeTurns = ({ links, ...turns }: Turns & Pick<Wire, 'links'>, now: number): void => {
  for (const link of links.values()) if (link.line.state === 'open') takeTurnsOn(turns, link, now);
};
