import type { Page } from '@playwright/test';
import { expectAccessibleHere } from './axe.ts';
import { expect } from './fixtures.ts';
import { draftOf } from './screens.ts';
import { takenOver } from './installed.ts';
import { test } from './scripted-network.ts';
import { button, testKey } from './session-steps.ts';

test.use({ serviceWorker: true });

/** Loads the app with what is shared, as the system does: from nowhere, for the app itself may send no form. */
const share = async (page: Page, url: string, shared: Readonly<Record<string, string>>) => {
  await page.goto('about:blank');
  await Promise.all([
    page.waitForURL(/create/),
    page.evaluate(
      ([action, values]) => {
        const form = Object.assign(document.createElement('form'), { method: 'POST', action });
        for (const [name, value] of Object.entries(values))
          form.append(Object.assign(document.createElement('input'), { name, value }));
        document.body.append(form);
        form.submit();
      },
      [`${url}/create`, shared] as const,
    ),
  ]);
};

/** All that is kept of this address, but for the files of the app. */
const remains = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [location.href, JSON.stringify([{ ...localStorage }, { ...sessionStorage }])];
    for (const name of await caches.keys()) {
      if (name.includes('precache')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push(await (await cache.match(request))!.text());
    }
    return texts.join('\n');
  });

test('a text that another app shares is offered beside a draft; no server sees it, and it is taken once', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const { url } = await serve([await relay({ events: [writer.note('mira', 60, 'A note.')] })]);
  await page.goto(`${url}/create`);
  await takenOver(page);
  const begun = `Begun here${'\nand on'.repeat(60)}`;
  await draftOf(page).fill(begun);
  await page.context().setOffline(true);
  await share(page, url, { title: 'A find', text: 'Look https://a.example/x', url: 'https://a.example/x' });
  const whole = `${begun}\n\nA find\nLook https://a.example/x`;
  const offer = page.getByRole('region', { name: 'Another app shared a text' });
  await expect(offer).toContainText('Look https://a.example/x');
  await expect(draftOf(page)).toHaveValue(begun);
  await page.reload();
  await expect(draftOf(page)).toBeFocused();
  await expect(button(offer, 'Add to my note')).toBeInViewport({ ratio: 1 });
  await expectAccessibleHere(page, 'shared text', offer);
  await button(offer, 'Add to my note').click();
  await expect(offer).toHaveCount(0);
  await expect(draftOf(page)).toHaveValue(whole);
  expect(page.url()).toBe(`${url}/create`);
  await page.goto(`${url}/create?shared=1`);
  await expect(draftOf(page)).toHaveValue(whole);
  expect(page.url()).toBe(`${url}/create`);
  // a form of any site, as long as it likes
  await share(page, url, { text: 'x'.repeat(3_000_000), url: 'https://a.example/y' });
  await expect(offer).toContainText('x'.repeat(300));
  await button(offer, 'Discard').click();
  await expect(offer).toHaveCount(0);
  await expect(draftOf(page)).toHaveValue(whole);
  await draftOf(page).fill('');
  await share(page, url, { text: 'Begins a note' });
  await expect(draftOf(page)).toHaveValue('Begins a note');
  await share(page, url, { text: '' });
  await expect(draftOf(page)).toHaveValue('Begins a note');
});

test('a secret key that is shared is refused and told of, and stays nowhere', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const { url } = await serve([await relay({ events: [writer.note('mira', 60, 'A note.')] })]);
  const { nsec } = testKey(62);
  await page.goto(`${url}/create`);
  await takenOver(page);
  await share(page, url, { text: `my key ${nsec}` });
  await expect(page.getByText('The shared text held a secret key and was dropped')).toBeVisible();
  await expect(draftOf(page)).toHaveValue('');
  expect(await remains(page)).not.toContain(nsec.slice(0, 20));
});

test('files are not asked for, and the manifest says how texts come', async ({ request, relay, serve }) => {
  const { url } = await serve([await relay({ events: [] })]);
  const manifest = (await (await request.get(`${url}/manifest.json`)).json()) as { share_target: object };
  expect(manifest.share_target).toEqual({
    action: '/create',
    method: 'POST',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  });
});
