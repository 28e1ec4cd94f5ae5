import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { nsecEncode } from 'nostr-tools/nip19';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeInvoice, type InvoiceDraft } from '#devnet/lightning/invoice.ts';
import { encodeBech32 } from '#domain/protocol/bech32.ts';
import { allowLoopback } from '#domain/relays/public-host.ts';
import { Failure, type Problem } from '#domain/problem.ts';
import { createPayAddress } from '#actors/wallet/pay-address.ts';
import { findPayee, requestInvoice, type LnurlDeps } from '#actors/wallet/lnurl.ts';
import type { Payee } from '#domain/wallet/payee.ts';
import { problemText } from '#ui/texts/problem-text.ts';

/** Every case is a provider that does not do what it should, a real server that the actor asks over HTTP. */

const NOW = 1_795_262_400;
const MSATS = 21_000;
const UNRESOLVED = 'Failed to resolve Lightning address';
const UNRESOLVED_LATE = 'Failed to resolve Lightning address - network timeout';
const INVALID = 'Invalid LNURL pay parameters';
const NO_INVOICE = 'Failed to get payment request';
const NO_PR = 'No payment request received';
const NONE = 'The wallet of the recipient sent something that is not an invoice. Nothing was paid.';
const OVER = 'The invoice had already expired. Nothing was paid.';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const routes = new Map<string, Answer>();
const asked: string[] = [];
const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0]!;
  asked.push(request.url ?? '');
  const answer = routes.get(path);
  if (answer) answer(response, request);
  else response.writeHead(404).end();
});
let origin = '';
let host = '';

beforeAll(async () => {
  allowLoopback(true);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `http://${host}`;
});
afterAll(() => {
  allowLoopback(false);
  server.closeAllConnections();
  server.close();
});

const text =
  (body: string, { status = 200, type = 'application/json', more = {} } = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': type, ...more }).end(body);
const json = (value: unknown, options = {}): Answer => text(JSON.stringify(value), options);

/** Says the length of a little, or nothing, and sends without end. */
const endless =
  (part: string, everyMs = 0): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const send = () => {
      if (response.destroyed) return;
      response.write(part);
      setTimeout(send, everyMs);
    };
    send();
  };
const silent: Answer = () => undefined;
const redirect = (to: string): Answer => text('', { status: 302, more: { location: to } });
const cutOff: Answer = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"tag":');
  setTimeout(() => response.destroy(), 5);
};

const good = () => ({
  tag: 'payRequest',
  callback: `${origin}/pay`,
  minSendable: 1_000,
  maxSendable: 100_000,
  metadata: '[["text/plain","Tea"]]',
  commentAllowed: 20,
  allowsNostr: true,
  nostrPubkey: 'a'.repeat(64),
});

const REQUEST = '{"kind":9734}';
const committed = createHash('sha256').update(REQUEST).digest();
const invoice = (change: Partial<InvoiceDraft> = {}): string =>
  writeInvoice(
    { msats: MSATS, paymentHash: new Uint8Array(32).fill(3), createdAt: NOW, descriptionHash: committed, ...change },
    new Uint8Array(32).fill(9),
  );

/** Waits are a hundredth of what they are for people. */
const quickly = <T>(run: () => Promise<T>): Promise<T> => {
  const real = globalThis.setTimeout;
  const quick = ((act: () => void, ms = 0) => real(act, ms >= 8_000 ? ms / 100 : ms)) as typeof setTimeout;
  globalThis.setTimeout = quick;
  return run().finally(() => {
    globalThis.setTimeout = real;
  });
};

const deps: LnurlDeps = { fetch: (input, init) => fetch(input, init), now: () => NOW * 1_000 };

const problemIn = async (run: () => Promise<unknown>, words = ''): Promise<Problem> =>
  (words.includes('timeout') ? quickly(run) : run()).then(
    () => {
      throw new Error('nothing was refused');
    },
    (error: unknown) => {
      if (error instanceof Failure) return error.problem;
      throw error;
    },
  );

const find = (lud16 = `ines@${host}`, lud06 = '') => findPayee(deps, { lud16, lud06 });
const lnurl = (url: string) => encodeBech32('lnurl', new TextEncoder().encode(url));

describe('a provider whose answer was not read', () => {
  it('[LNURL-08] may be one that pages may not read, but not while the device is offline', async () => {
    const failing = { ...deps, fetch: () => Promise.reject(new TypeError('Failed to fetch')) };
    const find = (more: Partial<LnurlDeps> = {}) =>
      problemIn(() => findPayee({ ...failing, ...more }, { lud16: `ines@${host}`, lud06: '' }));
    expect(await find()).toEqual({ code: 'address-unresolved', unread: 'by pages' });
    const isOnline = () => false;
    expect(await find({ isOnline })).toEqual({ code: 'address-unresolved', unread: 'offline' });
    expect(await find({ isOnline, proxy: () => 'https://proxy.example/?url=' })).toMatchObject({ unread: 'offline' });
  });
});

describe('a hostile address', () => {
  it.each<[string, { lud16?: () => string; lud06?: () => string }, string]>([
    ['no address at all', {}, 'Recipient does not have a Lightning address'],
    ['no name', { lud16: () => `@${host}` }, 'Invalid LUD16 format'],
    ['a path in the name', { lud16: () => `../../admin@${host}` }, 'Invalid LUD16 format'],
    ['a password in the domain', { lud16: () => `ines@a:b@${host}` }, 'Invalid LUD16 format'],
    ['a path behind the domain', { lud16: () => `ines@${host}/pay?` }, 'Invalid LUD16 format'],
    ['a router of the network around', { lud16: () => 'ines@192.168.1.1' }, UNRESOLVED],
    ['a host of the machine that serves metadata', { lud16: () => 'ines@169.254.169.254' }, UNRESOLVED],
    ['a name of the local network', { lud16: () => 'ines@printer.local' }, UNRESOLVED],
    ['an address of a megabyte', { lud16: () => `${'a'.repeat(1_000_000)}@${host}` }, 'Invalid LUD16 format'],
    ['an LNURL with a broken checksum', { lud06: () => `${lnurl(`${origin}/tea`)}q` }, 'Invalid LUD06 format'],
    [
      'an LNURL of more than 2048 letters',
      { lud06: () => lnurl(`${origin}/${'a'.repeat(1_300)}`) },
      'Invalid LUD06 format',
    ],
    ['an LNURL of a megabyte', { lud06: () => `lnurl1${'q'.repeat(1_000_000)}` }, 'Invalid LUD06 format'],
    [
      'an LNURL that is another bech32',
      { lud06: () => encodeBech32('nsec', new Uint8Array(32)) },
      'Invalid LUD06 format',
    ],
    ['an LNURL to a file', { lud06: () => lnurl('file:///etc/passwd') }, 'LNURL must be https'],
    ['an LNURL that runs a script', { lud06: () => lnurl('javascript:alert(1)') }, 'LNURL must be https'],
    ['an LNURL by http', { lud06: () => lnurl('http://example.com/pay') }, 'LNURL must be https'],
    ['an LNURL with a password', { lud06: () => lnurl('https://a:b@example.com/pay') }, 'Invalid LUD06 format'],
    ['an LNURL into the network around', { lud06: () => lnurl('https://10.0.0.1/pay') }, UNRESOLVED],
    ['an LNURL with an address written otherwise', { lud06: () => lnurl('https://0x0a.1/pay') }, UNRESOLVED],
  ])('with %s is refused', async (_what, { lud16, lud06 }, words) => {
    const before = asked.length;
    const problem = await problemIn(() => findPayee(deps, { lud16: lud16?.() ?? '', lud06: lud06?.() ?? '' }));
    expect(problemText(problem)).toBe(words);
    expect(asked.length).toBe(before);
  });
});

const changed =
  (change: object): (() => Answer) =>
  () =>
    json({ ...good(), ...change });

describe('a provider that answers', () => {
  it.each<[string, () => Answer, string]>([
    ['with HTML', () => text('<!doctype html><h1>Parked</h1>', { type: 'text/html' }), UNRESOLVED],
    ['with HTML that claims to be JSON', () => text('<html>'), UNRESOLVED],
    ['with nothing', () => text(''), UNRESOLVED],
    ['with half of it', () => text(JSON.stringify(good()).slice(0, 40)), UNRESOLVED],
    ['and hangs up', () => cutOff, UNRESOLVED],
    ['with an array', () => json([good()]), UNRESOLVED],
    ['with null', () => text('null'), UNRESOLVED],
    ['with a number', () => text('7'), UNRESOLVED],
    ['with an error', () => json({ status: 'ERROR', reason: 'Nobody' }), UNRESOLVED],
    ['with an error and a status of its own', () => json({ status: 'error' }, { status: 400 }), UNRESOLVED],
    ['with 404', () => json(good(), { status: 404 }), UNRESOLVED],
    ['with 500', () => text('Oops', { status: 500 }), UNRESOLVED],
    ['with 10 MB', () => text(`{"metadata":"${'a'.repeat(10_000_000)}"}`), UNRESOLVED],
    ['without end', () => endless(' '.repeat(65_536)), UNRESOLVED],
    ['a letter at a time', () => endless(' ', 10), UNRESOLVED_LATE],
    ['never', () => silent, UNRESOLVED_LATE],
    ['deeply nested', () => text('['.repeat(200_000)), UNRESOLVED],
    ['with a redirect to itself', () => redirect('/.well-known/lnurlp/ines'), UNRESOLVED],
    ['with a redirect to this machine', () => redirect(`${origin}/admin`), UNRESOLVED],
    ['with a redirect into the network around', () => redirect('http://192.168.1.1/admin'), UNRESOLVED],
    ['with a redirect to a file', () => redirect('file:///etc/passwd'), UNRESOLVED],
    ['with a withdrawal', changed({ tag: 'withdrawRequest' }), INVALID],
    ['with a login', changed({ tag: 'login' }), INVALID],
    ['without a callback', changed({ callback: undefined }), INVALID],
    ['with a callback that is a list', changed({ callback: ['https://example.com'] }), INVALID],
    ['with a callback by http', changed({ callback: 'http://example.com/pay' }), INVALID],
    ['with a callback into the network around', changed({ callback: 'https://192.168.1.1/pay' }), INVALID],
    ['with a callback that is a script', changed({ callback: 'javascript:alert(1)' }), INVALID],
    ['with a callback with a password', changed({ callback: 'https://a:b@example.com/pay' }), INVALID],
    ['with a callback of 3,000 letters', changed({ callback: `https://example.com/${'a'.repeat(3_000)}` }), INVALID],
    ['with a minimum of 0', changed({ minSendable: 0 }), INVALID],
    ['with a minimum below 0', changed({ minSendable: -1 }), INVALID],
    ['with a minimum above the maximum', changed({ minSendable: 100_001 }), INVALID],
    ['with a maximum that is a text', changed({ maxSendable: '100000' }), INVALID],
    ['with limits beyond all numbers', () => text(JSON.stringify(good()).replace('100000', '1e999')), INVALID],
    ['with a maximum that is an object', changed({ maxSendable: { valueOf: 1 } }), INVALID],
  ])('%s is refused', async (_what, answer, words) => {
    routes.set('/.well-known/lnurlp/ines', answer());
    const before = asked.length;
    const problem = await problemIn(() => find(), words);
    expect(problemText(problem)).toBe(words);
    expect(asked.slice(before)).toHaveLength(1);
  });

  it('with words of its own is quoted without what could pretend', async () => {
    routes.set('/.well-known/lnurlp/ines', json({ status: 'ERROR', reason: `Pay\u202e here\n\n${'!'.repeat(900)}` }));
    const problem = await problemIn(() => find());
    expect(problem).toMatchObject({ said: expect.stringMatching(/^Pay here !{10}/) });
    expect((problem as { said: string }).said.length).toBeLessThan(210);
  });

  it('is asked without credentials, referrer or cache, and never through a proxy that nobody chose', async () => {
    let headers: IncomingMessage['headers'] = {};
    routes.set('/.well-known/lnurlp/ines', (response, request) => {
      headers = request.headers;
      json(good(), { more: { 'set-cookie': 'id=7' } })(response, request);
    });
    const payee = await find();
    expect(payee.parameters).toMatchObject({ minSendable: 1_000, allowsNostr: true });
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  });
});

const payee = (change: Partial<Payee['parameters']> = {}): Payee => ({
  endpoint: { url: `${origin}/.well-known/lnurlp/ines`, shown: `ines@${host}` },
  parameters: { ...good(), description: 'Tea', ...change },
});
const zap = { msats: MSATS, comment: 'Thanks', nostr: REQUEST };
const request = (wish = zap, change: Partial<Payee['parameters']> = {}) => requestInvoice(deps, payee(change), wish);

describe('a zap that the provider does not take', () => {
  it.each<[string, object, object, string]>([
    ['too little', { msats: 999 }, {}, 'Amount below minimum: 1 sats'],
    ['too much', { msats: 100_001 }, {}, 'Amount above maximum: 100 sats'],
    ['a long comment', { comment: 'a'.repeat(21) }, {}, 'Comment too long: max 20 characters'],
    ['any zap', {}, { allowsNostr: false }, 'This LNURL endpoint does not allow Nostr zaps'],
  ])('for %s is not asked for', async (_what, change, parameters, words) => {
    const before = asked.length;
    const problem = await problemIn(() => request({ ...zap, ...change }, parameters));
    expect(problemText(problem)).toBe(words);
    expect(asked.length).toBe(before);
  });
});

const paid =
  (pr: unknown, more: object = {}): (() => Answer) =>
  () =>
    json({ pr, routes: [], ...more });
const wrongSum = (sats: string) => `The invoice is for ${sats} sats, but you chose 21. Nothing was paid.`;

describe('an invoice that is paid by nobody', () => {
  it.each<[string, () => Answer, string]>([
    ['HTML', () => text('<h1>Invoice</h1>', { type: 'text/html' }), NO_INVOICE],
    ['no JSON', () => text('lnbcrt1'), NO_INVOICE],
    ['an empty answer', () => text(''), NO_INVOICE],
    ['no object', () => json('lnbcrt1'), NO_PR],
    ['null', () => json(null), NO_PR],
    ['an error', () => json({ status: 'ERROR', reason: 'Closed' }), NO_INVOICE],
    ['an error with a status of its own', () => json({ status: 'ERROR' }, { status: 429 }), NO_INVOICE],
    ['a redirect', () => redirect('http://10.0.0.1/'), NO_INVOICE],
    ['10 MB', () => text(`{"pr":"${'a'.repeat(10_000_000)}"}`), NO_INVOICE],
    ['something endless', () => endless('a'.repeat(65_536)), NO_INVOICE],
    ['nothing, ever', () => silent, 'Failed to request payment invoice - network timeout'],
    ['a letter at a time', () => endless(' ', 10), 'Failed to request payment invoice - network timeout'],
    ['half an answer', () => cutOff, NO_INVOICE],
    ['no invoice', paid(undefined), NO_PR],
    ['an empty one', paid(''), NO_PR],
    ['a list', paid([invoice()]), NO_PR],
    ['an LNURL', paid(lnurl('https://example.com/')), NONE],
    ['a wrong checksum', paid(invoice().replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))), NONE],
    ['an invoice with two sizes of letters', paid(invoice().replace('lnbcrt', 'LNbcrt')), NONE],
    ['an invoice of 100,000 letters', paid(`${invoice()}${'q'.repeat(100_000)}`), NONE],
    ['a tenfold sum', paid(invoice({ msats: MSATS * 10 })), wrongSum('210')],
    ['a millisat more', paid(invoice({ msats: MSATS + 1 })), wrongSum('21.001')],
    ['a millisat less', paid(invoice({ msats: MSATS - 1 })), wrongSum('20.999')],
    ['any sum', paid(invoice({ msats: undefined })), 'The invoice is not for the 21 sats you chose. Nothing was paid.'],
    ['more than there is', paid(invoice({ msats: 2_100_000_000_000_001_000 })), NONE],
    ['an old invoice', paid(invoice({ createdAt: NOW - 3_601 })), OVER],
    ['an invoice that ends now', paid(invoice({ createdAt: NOW - 60, expirySeconds: 60 })), OVER],
  ])('[ZAP-10] [ZAP-11] because it is %s', async (_what, answer, words) => {
    routes.set('/pay', answer());
    const before = asked.length;
    const problem = await problemIn(() => request(), words);
    expect(problemText(problem)).toBe(words);
    expect(asked.slice(before)).toHaveLength(1);
  });
});

describe('an invoice that may be paid', () => {
  it('is asked for with the sum, the request and the comment', async () => {
    routes.set('/pay', json({ pr: invoice(), verify: `${origin}/verify/1` }));
    expect(await request()).toMatchObject({ invoice: { msats: MSATS }, verify: `${origin}/verify/1`, commits: true });
    expect(Object.fromEntries(new URL(asked.at(-1)!, origin).searchParams)).toEqual({
      amount: '21000',
      nostr: REQUEST,
      lnurl: lnurl(`${origin}/.well-known/lnurlp/ines`),
      comment: 'Thanks',
    });
  });

  it('says when it commits to something else, and leads nowhere to look when that is not public', async () => {
    const pr = invoice({ descriptionHash: new Uint8Array(32) });
    routes.set('/pay', json({ pr, verify: 'https://192.168.1.1/verify' }));
    expect(await request()).toMatchObject({ commits: false, verify: undefined });
  });

  it('[LNURL-08] [LNURL-11] comes through the proxy only where one was chosen, and never over another sum', async () => {
    const through = () => `${origin}/proxy?url=`;
    routes.set('/pay', (response) => response.destroy());
    routes.set('/proxy', json({ pr: invoice() }));
    const unread = await problemIn(() => request());
    expect(problemText(unread)).toBe(NO_INVOICE);
    expect(unread).toMatchObject({ unread: 'by pages' });
    const shy = { ...deps, proxy: (told: boolean) => (told ? undefined : through()) };
    expect(problemText(await problemIn(() => requestInvoice(shy, payee(), zap)))).toBe(NO_INVOICE);
    const proxied = { ...deps, proxy: through };
    expect(await requestInvoice(proxied, payee(), zap)).toMatchObject({ invoice: { msats: MSATS } });
    expect(decodeURIComponent(asked.at(-1)!)).toContain(`${origin}/pay?amount=21000`);
    routes.set('/none', (response) => response.destroy());
    const broken = await problemIn(() => requestInvoice({ ...deps, proxy: () => `${origin}/none?url=` }, payee(), zap));
    expect(broken).toEqual({ code: 'invoice-request' });
    routes.set('/proxy', json({ pr: invoice({ msats: MSATS * 2 }) }));
    const swapped = await problemIn(() => requestInvoice(proxied, payee(), zap));
    expect(problemText(swapped)).toBe(wrongSum('42'));
  });

  it.each([500, 429, 403])(
    '[LNURL-08] [LNURL-11] comes through the proxy also where the provider answers with %i, unless it says why it refuses',
    async (status) => {
      const proxied = { ...deps, proxy: () => `${origin}/proxy?url=` };
      const addresses = { lud16: `ines@${host}`, lud06: '' };
      const fails = text('Oops', { status });
      const refuses = json({ status: 'ERROR', reason: 'Closed' }, { status });
      routes.set('/.well-known/lnurlp/ines', fails);
      routes.set('/proxy', json(good()));
      expect(await findPayee(proxied, addresses)).toMatchObject({ endpoint: { shown: `ines@${host}` } });
      routes.set('/pay', fails);
      routes.set('/proxy', json({ pr: invoice() }));
      expect(await requestInvoice(proxied, payee(), zap)).toMatchObject({ invoice: { msats: MSATS } });
      routes.set('/.well-known/lnurlp/ines', refuses);
      routes.set('/pay', refuses);
      const before = asked.length;
      expect(await problemIn(() => findPayee(proxied, addresses))).toMatchObject({ said: 'Closed' });
      expect(await problemIn(() => requestInvoice(proxied, payee(), zap))).toMatchObject({ said: 'Closed' });
      expect(asked).toHaveLength(before + 2);
    },
  );

  it('[LNURL-07] [LNURL-10] [ZAP-06] [ZAP-09] is waited for 10 seconds, what the provider says of itself for 8, and then said to be late', async () => {
    const lateAfter = async (act: () => Promise<unknown>) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const run: { ms?: number } = {};
      const problem = problemIn(act).finally(() => (run.ms = gone));
      let gone = 0;
      while (run.ms === undefined && gone < 20_000) {
        gone += 1_000;
        await vi.advanceTimersByTimeAsync(1_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
      vi.useRealTimers();
      return [run.ms, problemText(await problem)];
    };
    const hangs: LnurlDeps = {
      ...deps,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error));
        }),
    };
    expect(await lateAfter(() => requestInvoice(hangs, payee(), zap))).toEqual([
      10_000,
      'Failed to request payment invoice - network timeout',
    ]);
    expect(await lateAfter(() => findPayee(hangs, { lud16: `ines@${host}`, lud06: '' }))).toEqual([
      8_000,
      UNRESOLVED_LATE,
    ]);
  });

  it('[LNURL-12] [LNURL-13] is asked of the host of the address, and of the one that an LNURL leads to', async () => {
    for (const path of ['/.well-known/lnurlp/ines', '/lnurlp/ines']) routes.set(path, json(good()));
    expect(await find()).toMatchObject({ endpoint: { shown: `ines@${host}` } });
    expect(asked.at(-1)).toBe('/.well-known/lnurlp/ines');
    expect(await find('', lnurl(`${origin}/lnurlp/ines`))).toMatchObject({ endpoint: { shown: host } });
    expect(asked.at(-1)).toBe('/lnurlp/ines');
  });

  it('[LNURL-07] [LNURL-10] is not waited for when the user left', async () => {
    routes.set('/pay', silent);
    const leaving = new AbortController();
    const asking = requestInvoice(deps, payee(), zap, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(asking).rejects.toThrow('left');
  });
});

describe('an address that is paid without a zap', () => {
  const address = createPayAddress(deps);
  const metadata = createHash('sha256').update(good().metadata).digest();
  const pay = async (draft: Partial<InvoiceDraft> = {}) => {
    routes.set('/.well-known/lnurlp/ines', json(good()));
    routes.set('/pay', json({ pr: invoice({ descriptionHash: metadata, ...draft }), verify: `${origin}/verify` }));
    const payee = await address.find({ lud16: `ines@${host}`, lud06: '' });
    return address.invoice(payee, { msats: MSATS, comment: 'for the tea' });
  };

  it('gives an invoice over what is paid, with the address and where its payment is told; no request is signed', async () => {
    const { payable } = await pay();
    expect(payable).toMatchObject({ msats: MSATS, address: `ines@${host}`, trace: { verify: `${origin}/verify` } });
    expect(asked.at(-1)).toBe(`/pay?amount=${MSATS}&comment=for+the+tea`);
  });

  it('is not told a secret key in a comment, nor in the request of a zap', async () => {
    routes.set('/.well-known/lnurlp/ines', json({ ...good(), commentAllowed: 200 }));
    const payee = await address.find({ lud16: `ines@${host}`, lud06: '' });
    const before = asked.length;
    const comment = `key ${nsecEncode(new Uint8Array(32).fill(9))}`;
    const [refused, nostr] = [{ code: 'secret-inside' }, JSON.stringify({ content: comment })];
    expect(await problemIn(() => address.invoice(payee, { msats: MSATS, comment }))).toEqual(refused);
    expect(await problemIn(() => requestInvoice(deps, payee, { msats: MSATS, comment: '', nostr }))).toEqual(refused);
    expect(asked).toHaveLength(before);
  });

  it('refuses one of another network or over another sum', async () => {
    expect(await problemIn(() => pay({ letters: 'bc' }))).toEqual({ code: 'invoice-unreadable' });
    expect(await problemIn(() => pay({ msats: 1 }))).toMatchObject({ code: 'invoice-amount' });
  });
});
