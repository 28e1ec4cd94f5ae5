import type { Page } from '@playwright/test';
import { npubEncode } from 'nostr-tools/nip19';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { XSS_CORPUS } from '#tests/support/xss-corpus.ts';
import { expect } from './fixtures.ts';
import { test, type Writer } from './scripted-network.ts';
import { goTo } from './social-steps.ts';

const NOTES = 600;
const PROFILES = 40;
const FIELDS = ['name', 'display_name', 'about', 'picture', 'banner', 'website', 'nip05', 'lud16'] as const;
const RELAY_NAMES = 80;

/** What ran and what the policy stopped, since the page was loaded. */
type Harm = { ran: number; violations: string[]; marks: string[] };

const watchHarm = async (page: Page) => {
  const outside: string[] = [];
  page.on('dialog', (dialog) => {
    outside.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => outside.push(`popup ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith('http://127.0.0.1') && frame.url() !== 'about:blank')
      outside.push(`went to ${frame.url()}`);
  });
  await page.addInitScript(() => {
    const harm: Harm = { ran: 0, violations: [], marks: [] };
    const run = () => void (harm.ran += 1);
    Object.assign(window, { harm, xss: run, XsS: run, alert: run, prompt: run, confirm: run, print: run });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      harm.violations.push(`${violatedDirective} ${blockedURI}`),
    );
    const isMark = (element: Element) =>
      /^(script|iframe|object|embed|base|math|marquee|foreignobject)$/i.test(element.localName) ||
      element.getAttributeNames().some((name) => /^on|^srcdoc$|^formaction$/.test(name)) ||
      ['href', 'src', 'action', 'data', 'poster'].some((name) =>
        /^\s*(javascript|vbscript|data:text)/i.test(element.getAttribute(name) ?? ''),
      );
    const look = ([...records]: MutationRecord[]) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element && document.getElementById('root')?.contains(node))
            for (const element of [node, ...node.querySelectorAll('*')])
              if (isMark(element)) harm.marks.push(element.outerHTML.slice(0, 200));
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  const expectNoHarm = async () => {
    const { ran, violations, marks } = await page.evaluate(() => (window as unknown as { harm: Harm }).harm);
    expect({ ran, marks, outside }).toEqual({ ran: 0, marks: [], outside: [] });
    expect(violations.filter((one) => !/^(img|media|connect)-src/.test(one))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expect(page.getByText('Component Error')).toHaveCount(0);
    return violations.length;
  };
  return { expectNoHarm };
};

const author = (index: number) => `hostile ${index % PROFILES}`;

const hostileNotes = ({ note }: Writer): NostrEvent[] =>
  XSS_CORPUS.slice(0, NOTES).map((text, index) => {
    const tags = [
      ['subject', text],
      ['t', text],
      ['alt', text],
      ['imeta', `url ${text}`, `alt ${text}`],
      ['emoji', 'x', text],
      ['client', text],
    ];
    return note(author(index), 60 * (index + 1), `${index + 1}: ${text} :x:`, tags);
  });

const hostileProfiles = ({ write }: Writer): NostrEvent[] =>
  Array.from({ length: PROFILES }, (_, index) => {
    const texts = XSS_CORPUS.slice(NOTES + FIELDS.length * index);
    const content = JSON.stringify(Object.fromEntries(FIELDS.map((field, place) => [field, texts[place]])));
    return write(author(index), { kind: 0, at: 1_700_000_000, content });
  });

const hostileRelayLists = ({ write }: Writer): NostrEvent[] =>
  Array.from({ length: PROFILES }, (_, index) => {
    const texts = XSS_CORPUS.slice(-RELAY_NAMES).slice(2 * index, 2 * index + 2);
    const tags = texts.flatMap((text) => [
      ['r', text],
      ['r', `wss://xss.invalid/${text}`],
      ['r', `wss://${text}`, text],
    ]);
    return write(author(index), { kind: 10_002, at: 1_700_000_000, tags });
  });

test('600 hostile notes run nothing and break nothing', async ({ page, relay, serve, writer }, info) => {
  const hostile = await relay({
    events: [...hostileNotes(writer), ...hostileProfiles(writer)],
    information: { name: XSS_CORPUS[0], description: XSS_CORPUS[9], icon: XSS_CORPUS[44], software: XSS_CORPUS[43] },
  });
  const { expectNoHarm } = await watchHarm(page);
  await page.goto((await serve([hostile])).url);
  await expect(page.getByRole('article').first()).toBeVisible();
  for (const text of XSS_CORPUS.slice(-RELAY_NAMES)) hostile.sendRaw(JSON.stringify(['NOTICE', text]));
  const seen = await page.evaluate(async (wanted) => {
    const places = () => [...document.querySelectorAll('article')].map((one) => Number(one.ariaPosInSet));
    const found = new Set<number>();
    const end = performance.now() + 180_000;
    while (found.size < wanted && performance.now() < end) {
      window.scrollBy(0, 160);
      await new Promise(requestAnimationFrame);
      for (const place of places()) found.add(place);
    }
    return found.size;
  }, NOTES);
  expect(seen).toBeGreaterThanOrEqual(NOTES);
  const violations = await expectNoHarm();
  info.annotations.push({ type: 'CSP violations', description: String(violations) });
});

test('40 hostile profiles with hostile relays run nothing and break nothing', async ({
  page,
  relay,
  serve,
  writer,
}, info) => {
  const hostile = await relay({ events: [...hostileProfiles(writer), ...hostileRelayLists(writer)] });
  const { expectNoHarm } = await watchHarm(page);
  await page.goto(`${(await serve([hostile])).url}/about`);
  const heading = page.getByRole('heading', { name: /^Profile of / });
  let violations = 0;
  for (let index = 0; index < PROFILES; index += 1) {
    const tab = index % 2 ? '/relays' : '';
    await goTo(page, `/npub/${npubEncode(writer.pubkeyOf(author(index)))}${tab}`);
    await expect(heading).toBeVisible();
    violations = await expectNoHarm();
    await goTo(page, '/about');
    await expect(heading).toHaveCount(0);
  }
  info.annotations.push({ type: 'CSP violations', description: String(violations) });
});

test('relays that describe themselves with hostile texts run nothing and break nothing', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const hostile = await relay({ events: [writer.profile('mira'), writer.note('mira', 60, 'Hello.')] });
  const { url } = await serve([hostile]);
  const { expectNoHarm } = await watchHarm(page);
  for (const text of XSS_CORPUS.filter((_, place) => place % 91 === 0)) {
    const fields = ['name', 'description', 'contact', 'software', 'version', 'icon', 'payments_url', 'pubkey'];
    const fees = { admission: [{ amount: text, unit: text }] };
    hostile.set({
      information: { ...Object.fromEntries(fields.map((field) => [field, text])), supported_nips: [text], fees },
    });
    await page.goto(`${url}/?relay=${encodeURIComponent(hostile.url)}`);
    await expect(page.getByRole('region', { name: 'Relay information' }).getByRole('term').first()).toBeVisible();
    await expectNoHarm();
  }
});

test('hostile addresses run nothing and break nothing', async ({ page, relay, serve, writer }) => {
  const { url } = await serve([await relay({ events: [writer.profile('mira'), writer.note('mira', 60, 'Hello.')] })]);
  const { expectNoHarm } = await watchHarm(page);
  const places = [
    '/note/%',
    '/npub/%',
    '/search?q=%',
    '/?thread=%',
    '/?settings=%',
    '/?settings=true#%',
    '/?removeRelay=%',
    '/%',
  ];
  for (const [index, text] of XSS_CORPUS.filter((_, place) => place % 53 === 0).entries()) {
    const hash = encodeURIComponent(text);
    await page.goto(url + places[index % places.length]!.replace('%', () => hash));
    await expect(page.getByRole('banner')).toBeVisible();
    await expectNoHarm();
  }
});

test('the policy of the page stops what would get past all this', async ({ context, relay, serve, writer }) => {
  const { url } = await serve([await relay({ events: [writer.profile('mira'), writer.note('mira', 60, 'Hello.')] })]);
  // not the page of the test, whose console has to stay quiet
  const page = await context.newPage();
  await watchHarm(page);
  await page.goto(url);
  await expect(page.getByRole('article').first()).toBeVisible();
  const outcome = await page.evaluate(
    async (markup) => {
      const root = document.getElementById('root')!;
      const place = root.appendChild(document.createElement('div'));
      let refused = 0;
      const attempt = (act: () => void) => {
        try {
          act();
        } catch {
          refused += 1;
        }
      };
      for (const text of markup) attempt(() => (place.innerHTML = text));
      attempt(() => new Worker('https://xss.invalid/x.js'));
      attempt(() => (document.createElement('script').text = 'xss()'));
      attempt(() => document.createElement('img').setAttribute('onerror', 'xss()'));
      // a link that no filter looked at
      const link = place.appendChild(document.createElement('a'));
      link.href = 'javascript:xss()';
      link.click();
      const { harm } = window as unknown as { harm: Harm };
      const end = performance.now() + 20_000;
      while (harm.violations.length < 43 && performance.now() < end) await new Promise(requestAnimationFrame);
      return { refused, ...harm };
    },
    XSS_CORPUS.slice(0, 40),
  );
  expect(outcome).toMatchObject({ refused: 43, ran: 0 });
  expect(outcome.marks.length).toBeGreaterThan(0);
  expect(outcome.violations.length).toBeGreaterThanOrEqual(43);
});
