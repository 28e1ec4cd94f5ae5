import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import type { PublishJob } from '#ports/publishing.ts';
import { openPublishJobs } from '#store/publish/publish-jobs.ts';

const job: PublishJob = {
  id: 'j1',
  what: 'note',
  template: { kind: 1, created_at: 1, tags: [], content: 'a note' },
  pubkey: 'ab'.repeat(32),
  relays: ['wss://one.example'],
  addedAt: 1_000,
};

describe('the journal of posts', () => {
  it('has nothing of a job that is forgotten while it is still being written, also before the database is open', async () => {
    const jobs = openPublishJobs(new IDBFactory());
    await Promise.all([jobs.keep(job), jobs.forget(job.id)]);
    expect(await jobs.list()).toEqual([]);
    await Promise.all([jobs.keep(job), jobs.forget(job.id), jobs.keep({ ...job, id: 'j2' })]);
    expect((await jobs.list()).map(({ id }) => id)).toEqual(['j2']);
  });
});
