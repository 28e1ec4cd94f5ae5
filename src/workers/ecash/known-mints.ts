import { MINT_ANSWER_TIMEOUT_MS, MINT_LOAD_TIMEOUT_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { verifyKeyset } from '#domain/ecash/mints/keyset.ts';
import { readKeys, readKeysets } from '#domain/ecash/mints/mint-answers.ts';
import { isGuarded, readMintInfo } from '#domain/ecash/mints/mint-info.ts';
import type { Keyset, KeysetKeys, MintFacts, MintInfo } from '#domain/ecash/mints/mint.ts';
import { type MintRequest } from './mint-request.ts';

export type KnownMintsDeps = {
  readonly request: MintRequest;
  /** a token for a mint that guards some of its calls (NUT-22) */
  readonly blindAuth?: ((mint: string) => Promise<string>) | undefined;
};

type KeyedKeyset = Keyset & { readonly keys: KeysetKeys };

/** What is known of mints in this session, and the way to ask them. */
export type KnownMints = {
  load(url: string): Promise<MintFacts>;
  know(facts: MintFacts): void;
  /** undefined for a mint that was not loaded */
  find(url: string): MintFacts | undefined;
  /** A keyset with its keys, verified; asks the mint when they are not known yet. */
  keyset(url: string, id: string): Promise<KeyedKeyset>;
  /** A call of a mint, with the token that it may need. `timeoutMs` null: as long as it takes. */
  ask(url: string, path: string, body?: unknown, timeoutMs?: number | null): Promise<unknown>;
};

const fail = (problem: EcashProblem): never => {
  throw new EcashError(problem);
};

const TOKEN_WANTED = 31_001;

const inTime = async <Value>(work: Promise<Value>): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EcashError({ code: 'mint-timeout' })), MINT_LOAD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** An id of an old kind has signs that mean something in an address (MINT-18). */
const inPath = (id: string): string => id.replaceAll('+', '-').replaceAll('/', '_');

const withKeys = (keyset: Keyset, keys: KeysetKeys): KeyedKeyset => {
  const keyed = { ...keyset, keys };
  verifyKeyset(keyed);
  return keyed;
};

/** The keys of a keyset: from the mint's list of the active ones, else asked for. */
const keysOf = async (ask: (path: string) => Promise<unknown>, id: string, listed?: unknown): Promise<KeysetKeys> => {
  const known = listed === undefined ? undefined : readKeys(listed, id);
  return known ?? readKeys(await ask(`/v1/keys/${inPath(id)}`), id) ?? fail({ code: 'keyset-unverified', id });
};

const sameKeyset = (one: Keyset, other: Keyset | undefined): boolean =>
  other !== undefined && one.unit === other.unit && one.feePpk === other.feePpk && one.expiry === other.expiry;

/** Asks a mint, with a token where it guards the call (MINT-02), or says that it does so. */
const createAsk =
  ({ request, blindAuth }: KnownMintsDeps, infoOf: (url: string) => MintInfo | undefined): KnownMints['ask'] =>
  async (url, path, body, timeoutMs = MINT_ANSWER_TIMEOUT_MS) => {
    const token = blindAuth ?? (() => fail({ code: 'mint-needs-auth' }));
    const call = async (withToken?: (mint: string) => Promise<string>) =>
      await request({
        url,
        path,
        body,
        headers: withToken ? { 'Blind-auth': await withToken(url) } : {},
        timeoutMs: timeoutMs ?? undefined,
      });
    const info = infoOf(url);
    if (info && isGuarded(info, body === undefined ? 'GET' : 'POST', path)) return await call(token);
    try {
      return await call();
    } catch (error) {
      const problem = ecashProblemOf(error);
      if (problem.code !== 'mint-refused' || problem.number !== TOKEN_WANTED) throw error;
      return await call(token);
    }
  };

/** All that this session knows of mints. */
export const createKnownMints = (deps: KnownMintsDeps): KnownMints => {
  const known = new Map<string, MintFacts>();
  const owners = new Map<string, string>();

  /** Ids of two mints that are the same could let one take the other's ecash for its own (NUT-02). */
  const take = (facts: MintFacts): MintFacts => {
    const foreign = facts.keysets.find(({ id }) => (owners.get(id) ?? facts.url) !== facts.url);
    if (foreign) return fail({ code: 'keyset-twice', id: foreign.id });
    for (const { id } of facts.keysets) owners.set(id, facts.url);
    known.set(facts.url, facts);
    return facts;
  };

  const ask = createAsk(deps, (url) => known.get(url)?.info);

  const fetchFacts = async (url: string): Promise<MintFacts> => {
    const get = async (path: string) => await ask(url, path, undefined, MINT_LOAD_TIMEOUT_MS);
    const [info, list, keys] = await Promise.all([get('/v1/info'), get('/v1/keysets'), get('/v1/keys')]);
    // they are refused as they are read, also where none are needed (MINT-26)
    readKeys(keys, '');
    const before = new Map(known.get(url)?.keysets.map((keyset) => [keyset.id, keyset]));
    const keysets = readKeysets(list).map(async (keyset): Promise<Keyset> => {
      const old = before.get(keyset.id);
      if (old?.keys && sameKeyset(keyset, old)) return { ...keyset, keys: old.keys };
      return keyset.active ? withKeys(keyset, await keysOf(get, keyset.id, keys)) : keyset;
    });
    return { url, info: readMintInfo(info), keysets: await Promise.all(keysets) };
  };

  const load = async (url: string): Promise<MintFacts> => {
    try {
      return take(await inTime(fetchFacts(url)));
    } catch (error) {
      const problem = ecashProblemOf(error);
      return fail(problem.code === 'mint-silent' ? { code: 'mint-timeout' } : problem);
    }
  };

  const knownKeyset = (url: string, id: string) => known.get(url)?.keysets.find((keyset) => keyset.id === id);

  return {
    load,
    know(facts) {
      for (const { keys, ...keyset } of facts.keysets) if (keys) verifyKeyset({ ...keyset, keys });
      take(facts);
    },
    find: (url) => known.get(url),
    async keyset(url, id) {
      const row = knownKeyset(url, id) ?? (await load(url)).keysets.find((keyset) => keyset.id === id);
      if (!row) return fail({ code: 'keyset-unknown', id });
      if (row.keys) return { ...row, keys: row.keys };
      const keyed = withKeys(row, await keysOf((path) => ask(url, path), id));
      const facts = known.get(url)!;
      take({ ...facts, keysets: facts.keysets.map((one) => (one.id === id ? { ...one, keys: keyed.keys } : one)) });
      return keyed;
    },
    ask,
  };
};
