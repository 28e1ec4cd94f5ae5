import { NUTZAPS_KNOWN_MOST, STRANGE_MINTS_ASKED_MOST } from '#domain/ecash/ecash-limits.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { readNutzap, isFor, type Nutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { ProveNutzaps } from '#ports/nutzaps.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import { createNutzapInfos, type NutzapInfosDeps } from './nutzap-infos.ts';
import { startCore, startCoreLate } from '#actors/ecash/core-process.ts';
import type { WorkerEndpoint } from '#actors/workers/running-worker.ts';

const SAT = 'sat';

export type NutzapProofDeps = NutzapInfosDeps & {
  /** a worker that has no secrets */
  readonly spawn: () => WorkerEndpoint;
  /** left out: that worker, which starts with the first nutzap */
  readonly core?: Pick<EcashCore, 'areSigned'>;
};

const coreOf = ({ spawn, core }: NutzapProofDeps) =>
  core ??
  startCoreLate(
    (lost) => startCore(spawn, lost),
    (started) => started.allow({ loopback: isSampleNetwork() }),
    () => {},
  ).core;

/**
 * Proves nutzaps of anybody (NIP-61): their mint is one that the recipient trusts, they are locked to the key that the recipient
 * named, and the mint signed each piece for its amount (NUT-12). Nobody but the relays and, for its keys, the mint is asked.
 */
export const createNutzapProof = (deps: NutzapProofDeps): ProveNutzaps => {
  const infos = createNutzapInfos(deps);
  const core = coreOf(deps);
  const known = new Map<string, Promise<Nutzap | undefined>>();
  const mints = new Set<string>();
  /** which event brought a piece of ecash first */
  const bringers = new Map<string, string>();

  const mayAsk = (mint: string): boolean => {
    if (mints.size < STRANGE_MINTS_ASKED_MOST) mints.add(mint);
    return mints.has(mint);
  };
  const look = async (event: NostrEvent): Promise<Nutzap | undefined> => {
    const nutzap = readNutzap(event, isSampleNetwork());
    if (!nutzap) return undefined;
    const { recipient, mint, proofs } = nutzap;
    if (!isFor(nutzap, (await infos.of(recipient)) ?? undefined) || !mayAsk(mint)) return undefined;
    return (await core.areSigned({ mint, unit: SAT, proofs })) ? nutzap : undefined;
  };
  const verdictOf = (event: NostrEvent): Promise<Nutzap | undefined> => {
    const found = known.get(event.id);
    if (found) return found;
    const verdict = look(event).catch(() => {
      // a relay or the mint did not answer: it is asked again when it is counted again
      known.delete(event.id);
      return undefined;
    });
    known.set(event.id, verdict);
    const oldest = known.keys().next().value;
    if (known.size > NUTZAPS_KNOWN_MOST && oldest !== undefined) known.delete(oldest);
    return verdict;
  };
  /** What no other one brought before: anybody can name a piece of it in an event of their own. */
  const firstOf = (nutzap: Nutzap): Nutzap | [] => {
    const { id } = nutzap;
    const proofs = nutzap.proofs.filter(({ secret }) => (bringers.get(secret) ?? id) === id);
    for (const { secret } of proofs) bringers.set(secret, id);
    return proofs.length === 0 ? [] : { ...nutzap, proofs, sats: sumOf(proofs) };
  };
  return async (events) => {
    const good = (await Promise.all(events.map(verdictOf))).filter((nutzap) => nutzap !== undefined);
    return good.toSorted((a, b) => a.at - b.at).flatMap(firstOf);
  };
};
