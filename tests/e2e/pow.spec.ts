import { expect, test } from './fixtures.ts';
import { test as onScripted } from './scripted-network.ts';

test.describe('proof of work in the settings', () => {
  test('[POW-01] [POW-02] [POW-03] [POW-04] [POW-05] [POW-06] is off at first, and remembers what was chosen', async ({
    page,
    network,
  }) => {
    await page.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
    await page.goto(`${network.url}/about?settings=true`);
    const toggle = page.getByRole('switch', { name: 'Mine my notes' });
    const difficulty = page.getByRole('slider', { name: 'Difficulty' });
    await expect(toggle).not.toBeChecked();
    // what stands around it says that it is disabled, which is enough for `toBeDisabled`
    await expect(difficulty).toHaveJSProperty('disabled', true);
    await expect(difficulty).toHaveValue('16');
    await toggle.click();
    await expect(difficulty).toBeEnabled();
    await expect(page.getByText(/16 bits are mined/)).toBeVisible();
    await difficulty.fill('20');
    await expect(page.getByText(/about .+ on this device/)).toBeVisible();
    await difficulty.press('End');
    await expect(difficulty).toHaveValue('24');
    await difficulty.press('Home');
    await expect(difficulty).toHaveValue('1');
    await difficulty.press('ArrowRight');
    await expect(difficulty).toHaveValue('2');
    const kept = () => page.evaluate(() => [localStorage.getItem('powEnabled'), localStorage.getItem('powTargetBits')]);
    expect(await kept()).toEqual(['true', '2']);
    await page.reload();
    await expect(toggle).toBeChecked();
    await expect(difficulty).toHaveValue('2');
    await page.getByRole('button', { name: 'Let the app choose' }).click();
    await expect(difficulty).toHaveValue('16');
    await toggle.click();
    await expect(difficulty).toHaveJSProperty('disabled', true);
    expect(await kept()).toEqual(['false', null]);
  });
});

onScripted(
  '[POW-08] [POW-09] as many bits as a relay asks for are mined, and no smaller choice is kept that nobody sees',
  async ({ page, relay, serve }) => {
    const { url } = await serve([await relay({ information: { limitation: { min_pow_difficulty: 18 } } })]);
    await page.goto(`${url}/about?settings=true`);
    await page.getByRole('switch', { name: 'Mine my notes' }).click();
    const difficulty = page.getByRole('slider', { name: 'Difficulty' });
    const why = page.getByText(/A relay you write to asks for 18 bits, so at least that many are mined\./);
    await expect(why).toBeVisible();
    await expect(difficulty).toHaveValue('18');
    await expect(difficulty).toHaveAttribute('min', '18');
    for (const key of ['ArrowLeft', 'Home']) {
      await difficulty.press(key);
      await expect(difficulty).toHaveValue('18');
      expect(await page.evaluate(() => localStorage.getItem('powTargetBits'))).toBeNull();
      await expect(why).toBeVisible();
    }
    await difficulty.press('ArrowRight');
    await expect(difficulty).toHaveValue('19');
    await expect(why).toHaveCount(0);
  },
);

onScripted(
  '[POW-08] [POW-09] where a relay asks for the most that is mined there is nothing to choose, and it is said why',
  async ({ page, relay, serve }) => {
    const { url } = await serve([await relay({ information: { limitation: { min_pow_difficulty: 24 } } })]);
    await page.goto(`${url}/about?settings=true`);
    await page.getByRole('switch', { name: 'Mine my notes' }).click();
    await expect(
      page.getByText(/A relay you write to asks for 24 bits, so at least that many are mined\./),
    ).toBeVisible();
    await expect(page.getByText('24 of 24 bits')).toBeVisible();
    const scale = page.getByRole('slider', { name: 'Difficulty' });
    await expect(scale).toBeDisabled();
    await expect(scale).toHaveValue('24');
    await expect(page.getByText(/Until you choose/)).toHaveCount(0);
  },
);
