import { texts } from './app.ts';

/** The languages there are, by their tag (BCP 47), each in a file of its own that is loaded when it is spoken. */
const languages: Readonly<Record<string, () => Promise<{ speak: () => void }>>> = {
  en: () => import('./english.ts'),
  de: () => import('./de/german.ts'),
};

/** The first of the wanted languages that there is, else English. */
export const languageOf = (wanted: readonly string[]): string =>
  wanted.map((tag) => tag.split('-')[0]!).find((tag) => tag in languages) ?? 'en';

/**
 * Speaks a language from now on; settled with whether the words changed, so that views have to render anew. One that cannot
 * be loaded leaves the words as they are.
 */
export const speak = async (language: string): Promise<boolean> => {
  if (language === texts.language) return false;
  (await languages[language]!()).speak();
  return true;
};
