import { settledOf } from './settled.ts';

/** a database that is there for a moment */
const NAME = 'nuthatch-log';
/** Chromium passes over one that falls together with another write: of three, on a page that does nothing but write, 1 in 1,000. */
const TIMES = 3;

/**
 * Has the browser begin a new log for what it stores; never rejects. Chromium goes on with the log of its last run, also where
 * it was killed in the middle of a write to it, and then cannot read it the next time: it throws away all databases of the app.
 * That a database is deleted makes it write what is in the log to a file of its own, and leave the log
 * (docs/adr/0085-what-a-killed-browser-keeps.md).
 */
export const renewLog = async (factory: IDBFactory | undefined): Promise<void> => {
  try {
    if (!factory) return;
    for (let time = 0; time < TIMES; time += 1) {
      (await settledOf(factory.open(NAME, 1))).close();
      await settledOf(factory.deleteDatabase(NAME));
    }
  } catch {
    // where nothing is kept there is no log
  }
};
