import { POST_TIMEOUT_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { postUrl } from '#domain/ecash/requests/payment-request.ts';

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

const cannot = (code: 'request-redirect' | 'request-network' | 'request-silent' | 'request-transport'): never => {
  throw new EcashError({ code });
};

/**
 * Posts a payment to the address that asked for it (NUT-18): no cookies, no referrer, no redirects, to no near host; of the answer
 * nothing but its status counts. Rejects with an EcashError.
 */
export const postPayment = async (fetch: typeof globalThis.fetch, url: string, payload: string): Promise<void> => {
  const address = postUrl(url, isSampleNetwork()) ?? cannot('request-transport');
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), POST_TIMEOUT_MS);
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: payload,
      signal: ending.signal,
    });
    // nobody needs what it says, however long it is
    void response.body?.cancel().catch(() => {});
    // it may lead to this device or the network around it, and is not seen before it was followed
    if (isRedirect(response)) return cannot('request-redirect');
    if (!response.ok) throw new EcashError({ code: 'request-refused', status: response.status });
  } catch (error) {
    if (error instanceof EcashError) throw error;
    return cannot(ending.signal.aborted ? 'request-silent' : 'request-network');
  } finally {
    clearTimeout(timer);
  }
};
