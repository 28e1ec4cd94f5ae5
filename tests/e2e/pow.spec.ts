import { expect, test } from './fixtures.ts';

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
    await expect(difficulty).toBeDisabled();
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
    await expect(difficulty).toBeDisabled();
    expect(await kept()).toEqual(['false', null]);
  });
});
