import { nsecEncode } from 'nostr-tools/nip19';
import { getPublicKey } from 'nostr-tools/pure';
import { expect } from './fixtures.ts';
import { card, test } from './scripted-network.ts';

const secret = Uint8Array.from({ length: 32 }, (_, index) => index + 7);

test('a relay that serves only those it knows is read once the user logs in, and not told before', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const members = await relay({ auth: true, events: [writer.note('ada', 60, 'For members only.')] });
  const { url } = await serve([members]);
  await page.goto(url);
  await expect(page.getByText('Failed to load notes')).toBeVisible();
  expect(members.requests.filter(([verb]) => verb === 'AUTH')).toEqual([]);

  await page.goto(`${url}/?nsecLogin=true`);
  await page
    .getByLabel(/^Secret key/)
    .first()
    .click();
  await page.keyboard.insertText(nsecEncode(secret));
  await page.getByRole('button', { name: 'Log in', exact: true }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card(page, 'For members only.')).toBeVisible();

  const [answer] = members.requests.filter(([verb]) => verb === 'AUTH').map(([, event]) => event);
  expect(answer).toMatchObject({ kind: 22_242, pubkey: getPublicKey(secret), content: '' });
  expect((answer as { tags: string[][] }).tags).toContainEqual(['relay', members.url]);
  expect(JSON.stringify(members.requests)).not.toContain(Buffer.from(secret).toString('hex'));
});
