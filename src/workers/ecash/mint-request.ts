import { MINT_ANSWER_MAX_CHARACTERS, MINT_SAID_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { readAtMost } from '#domain/text/read-at-most.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { busyOf, EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { SECOND } from '#domain/units.ts';

/** One call of a mint. */
export type MintCall = {
  readonly url: string;
  /** below the address of the mint */
  readonly path: string;
  /** undefined: GET */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** undefined: as long as it takes */
  readonly timeoutMs: number | undefined;
};

export type MintRequest = (call: MintCall) => Promise<unknown>;

class Silent extends Error {}

const fail = (problem: EcashProblem): never => {
  throw new EcashError(problem);
};

/** Undefined for what is too long, or no JSON. */
const readAnswer = async ({ body }: Response): Promise<unknown> => {
  const { text, isCut } = await readAtMost(body, MINT_ANSWER_MAX_CHARACTERS);
  try {
    return isCut ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** When a mint wants to be asked again: in seconds, or a date. */
const retryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * SECOND : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};

const saidIn = (value: unknown): string => (typeof value === 'string' ? calmLine(value, MINT_SAID_MAX_CHARACTERS) : '');

/** What a mint means that does not answer with success (MINT-28, MINT-29). */
const refusalOf = (response: Response, answer: unknown, now: number): EcashProblem => {
  const problem = problemOf(response, answer);
  const afterMs = busyOf(problem) && retryAfter(response.headers.get('retry-after'), now);
  return afterMs === undefined ? problem : ({ ...problem, afterMs } as EcashProblem);
};

const problemOf = ({ status }: Response, answer: unknown): EcashProblem => {
  const { code: number, detail, error } = (answer ?? {}) as Record<string, unknown>;
  // DEPOSIT-12
  if (status === 429) return { code: 'mint-busy', afterMs: undefined };
  if (status === 400 && typeof number === 'number' && typeof detail === 'string')
    return { code: 'mint-refused', number, said: saidIn(detail) };
  return { code: 'mint-status', status, said: saidIn(error) || saidIn(detail) };
};

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

const answerOf = async (response: Response, now: () => number): Promise<unknown> => {
  // it may lead to this device or the network around it, and is not seen before it was followed
  if (isRedirect(response)) return fail({ code: 'mint-redirect' });
  const answer = await readAnswer(response);
  if (!response.ok) return fail(refusalOf(response, answer, now()));
  return answer ?? fail({ code: 'bad-response' });
};

/**
 * Asks mints by HTTP (MINT-01): no cookies, no referrer, nothing from or for caches, no redirects, and no more of an answer
 * than its bound. Rejects with an EcashError; 'mint-silent' after the time of the call. `now` in ms since the epoch.
 */
export const createMintRequest =
  (fetch: typeof globalThis.fetch, now: () => number): MintRequest =>
  async ({ url, path, body, headers, timeoutMs }) => {
    const ending = new AbortController();
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => ending.abort(new Silent()), timeoutMs);
    try {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: ending.signal,
      });
      return await answerOf(response, now);
    } catch (error) {
      if (error instanceof EcashError) throw error;
      return fail({ code: ending.signal.aborted ? 'mint-silent' : 'mint-network' });
    } finally {
      clearTimeout(timer);
    }
  };
