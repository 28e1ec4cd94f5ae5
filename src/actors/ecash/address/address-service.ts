import { readAddressMint, readPass, readQuotesPage } from '#domain/ecash/address.ts';
import {
  ADDRESS_QUOTES_PAGE,
  ADDRESS_TIMEOUT_MS,
  ADDRESS_ANSWER_MAX_CHARACTERS,
  ADDRESS_SAID_MAX_CHARACTERS,
} from '#domain/ecash/ecash-limits.ts';
import { EcashError, type AddressProblem } from '#domain/ecash/ecash-problem.ts';
import { isRecord } from '#domain/record.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { readAtMost } from '#domain/text/read-at-most.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';

export type AddressServiceDeps = {
  readonly fetch: typeof globalThis.fetch;
  /** signs with the key of the wallet: no signer of the account is asked */
  readonly core: Pick<EcashCore, 'signRequest'>;
};

type Call = {
  readonly method: 'GET' | 'PATCH';
  readonly authorization: string;
  readonly body?: unknown;
};

const fail = (problem: AddressProblem): never => {
  throw new EcashError(problem);
};

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

const answerOf = async (response: Response): Promise<unknown> => {
  // it may lead to this device or the network around it, and is not seen before it was followed
  if (isRedirect(response)) return fail({ code: 'address-redirect' });
  const { text, isCut } = await readAtMost(response.body, ADDRESS_ANSWER_MAX_CHARACTERS);
  let answer: unknown;
  try {
    answer = isCut ? undefined : JSON.parse(text);
  } catch {
    answer = undefined;
  }
  const said =
    isRecord(answer) && typeof answer.message === 'string' ? calmLine(answer.message, ADDRESS_SAID_MAX_CHARACTERS) : '';
  const isRefused = !response.ok || (isRecord(answer) && answer.error === true);
  if (isRefused) return fail({ code: 'address-refused', status: response.status, said });
  return answer ?? fail({ code: 'address-answer' });
};

const ask = async (
  { fetch }: AddressServiceDeps,
  url: string,
  { method, authorization, body }: Call,
): Promise<unknown> => {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), ADDRESS_TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: ending.signal,
    });
    return await answerOf(response);
  } catch (error) {
    if (error instanceof EcashError) throw error;
    return fail({ code: ending.signal.aborted ? 'address-silent' : 'address-network' });
  } finally {
    clearTimeout(timer);
  }
};

const isEcash = (error: unknown): error is EcashError => error instanceof EcashError;

/** What a service is asked once it gave a pass, by the second version of npub.cash. Each act rejects with an EcashError. */
export type AddressService = {
  /** Has payments wait at a mint, locked to the key of the wallet. Rejects with 'address-mint' where they wait elsewhere. */
  useMint(mint: string): Promise<void>;
  /** What was paid after `since` (seconds), page by page. */
  pages(since: number | undefined): AsyncIterable<ReturnType<typeof readQuotesPage>>;
};

/** Logs in to a service: one signature, for all that is asked of it in the next minutes. */
export const enterAddressService = async (deps: AddressServiceDeps, service: string): Promise<AddressService> => {
  const at = (path: string) => `${service}/api/v2/${path}`;
  const door = at('auth/nip98');
  const signed = await deps.core.signRequest({ url: door, method: 'GET' });
  const pass = readPass(await ask(deps, door, { method: 'GET', authorization: signed }));
  const authorization = ['Bearer', pass].join(' ');
  const read = (path: string) => ask(deps, at(path), { method: 'GET', authorization });
  const set = (path: string, body: unknown) => ask(deps, at(path), { method: 'PATCH', authorization, body });
  return {
    async useMint(mint) {
      await set('user/mint', { mint_url: mint });
      // some lock always, and have nothing there to turn on
      await set('user/lock', { lockQuotes: true }).catch((error: unknown) => {
        if (!isEcash(error) || error.problem.code !== 'address-refused') throw error;
      });
      const used = readAddressMint(await read('user/info'));
      if (used.replace(/\/+$/, '') !== mint) fail({ code: 'address-mint' });
    },
    async *pages(since) {
      const after = since === undefined ? '' : `&since=${since}`;
      for (let [offset, total] = [0, 1]; offset < total;) {
        const page = readQuotesPage(await read(`wallet/quotes?limit=${ADDRESS_QUOTES_PAGE}&offset=${offset}${after}`));
        if (page.rows === 0) return;
        yield page;
        offset += page.rows;
        total = page.total;
      }
    },
  };
};
