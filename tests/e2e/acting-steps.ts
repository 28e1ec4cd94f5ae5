import type { Browser, Locator, Page } from '@playwright/test';
import { expect, type Network } from './fixtures.ts';
import { field } from './session-steps.ts';
import { enterNsec, type NewPerson } from './social-steps.ts';
import { skipSplash } from './screens.ts';

/** The strip of posts under way. */
export const posts = (page: Page): Locator => page.getByRole('region', { name: 'Posts under way' });

export const cards = (page: Page): Locator =>
  page.getByRole('main').getByRole('article', { name: /^(Note|Reply) by / });

/** The note with this text itself, not one that answers it. */
export const card = (page: Page, text: string): Locator =>
  cards(page).filter({ hasText: text }).filter({ hasNotText: 'In reply to' });

/** A browser of its own with the app open for somebody. */
export const personIn = async (browser: Browser, { url }: Pick<Network, 'url'>, person: NewPerson) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await skipSplash(page);
  await page.goto(`${url}/?nsecLogin=true`);
  await enterNsec(page, person.nsec);
  await cards(page).first().waitFor();
  return { ...person, context, page, close: () => context.close() };
};

export const openComposer = async (page: Page): Promise<Locator> => {
  await page.getByRole('link', { name: 'Write a note' }).first().click();
  return field(page, 'Your note');
};

export const write = async (page: Page, text: string) => {
  const note = await openComposer(page);
  await note.fill(text);
  await note.press('Control+Enter');
  await expect(note).toHaveCount(0);
  await expect(card(page, text)).toBeVisible();
};

export const showNew = (page: Page) => page.getByRole('button', { name: /new notes?$/ }).click();
