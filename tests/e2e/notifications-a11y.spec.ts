import { expectAccessibleHere } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { deeds, logIn, member, members, nextSecond, rows, square, withNote } from './notification-steps.ts';
import { expectGoodScreens } from './screen-tour.ts';
import { skipSplash } from './screens.ts';
import { button, logInByNsec } from './session-steps.ts';

test('accessible by WCAG 2.2 AA, and fits: rows, nothing new, no relay, nobody logged in', async ({
  page,
  network,
}) => {
  const { devnet } = network;
  const me = await withNote(network);
  const [ines, otto, ...others] = members(network, 4);
  await skipSplash(page);
  await expectGoodScreens(page, network.url, [
    {
      name: 'visitor',
      path: '/notifications',
      shows: (shown) => shown.getByRole('heading', { name: 'Login Required' }),
    },
  ]);
  await logInByNsec(page, me.nsec);
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible();
  await expectAccessibleHere(page, 'nothing new');
  await nextSecond();
  await devnet.publish(deeds.like(ines!, me.note, '🤙'));
  for (const by of others) await devnet.publish(deeds.like(by, me.note));
  await devnet.publish(deeds.like(otto!, me.note, '-'));
  await devnet.publish(deeds.zap(otto!, me.note, 'for the feeder fund', ines!));
  await devnet.publish(deeds.repost(otto!, me.note));
  await devnet.publish(deeds.reply(otto!, me.note, 'Ours empties it by seven.'));
  await expect(rows(page)).toHaveCount(5);
  await expect(square(page, 'Notifications, 7 unread')).toHaveAttribute('data-tier', '3');
  await expectAccessibleHere(page, 'rows', rows(page));

  await page.routeWebSocket(/.*/, (socket) => void socket.close());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No relay is answering' })).toBeVisible();
  await expect(button(page, 'Try again')).toBeVisible();
  await expectAccessibleHere(page, 'no relay');
});

test('keyboard only: to the notifications, kinds off and on, all read, into a thread', async ({ page, network }) => {
  const me = await withNote(network);
  await network.devnet.publish(deeds.reply(member(network, 'ines'), me.note, 'Ours, too.'));
  await logIn(page, network, me.nsec);
  const focused = (name: string | RegExp, role: 'link' | 'button') =>
    page.getByRole(role, { name, exact: true }).and(page.locator(':focus'));
  const tabTo = async (name: string | RegExp, role: 'link' | 'button') => {
    for (let presses = 0; presses < 40 && (await focused(name, role).count()) === 0; presses += 1)
      await page.keyboard.press('Tab');
    await expect(focused(name, role)).toBeVisible();
  };
  await expect(square(page, 'Notifications, 1 unread')).toBeVisible();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await tabTo('Notifications, 1 unread', 'link');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await tabTo('Mark all read', 'button');
  await page.keyboard.press('Enter');
  await expect(rows(page).filter({ hasText: 'unread' })).toHaveCount(0);
  await expect(focused('Mark all read', 'button')).toBeVisible();
  await tabTo('Replies', 'button');
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveCount(1);
  await tabTo(/Ines Okafor replied/, 'link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').filter({ hasText: 'Ours, too.' }).first()).toBeVisible();
});
