import { describe, expect, it } from 'vitest';
import type { AreaName, RunningAreas } from '#machines/areas.ts';
import { isActOver, isPageFree } from '#ui/session/lead-on.ts';

type Part = {
  pending?: boolean;
  jobs?: string[];
  busy?: boolean;
  queue?: string[];
  notes?: string[];
  replies?: string[];
};

const actor = ({ pending = false, jobs = [], busy = false, queue = [], notes = [], replies = [] }: Part) => ({
  getSnapshot: () => ({ matches: () => pending, hasTag: () => busy, context: { jobs, queue, notes, replies } }),
});

const isOver = (parts: { [Name in AreaName]?: Part }) => {
  const find = (name: AreaName) => parts[name] && actor(parts[name]);
  return isActOver({ find } as unknown as Pick<RunningAreas, 'find'>);
};

describe('the first steps with a new key', () => {
  it('wait until the act is over for which somebody logged in', () => {
    expect(isOver({})).toBe(true);
    expect(isOver({ 'login-gate': {}, 'publish-desk': {}, follows: {}, mutes: {}, reactions: {}, reposts: {} })).toBe(
      true,
    );
    expect(isOver({ 'login-gate': { pending: true } })).toBe(false);
    expect(isOver({ 'publish-desk': { jobs: ['a post'] } })).toBe(false);
    expect(isOver({ composers: { replies: ['the field of a thread'] } })).toBe(false);
    expect(isOver({ follows: { queue: ['somebody'] } })).toBe(false);
    expect(isOver({ mutes: { busy: true } })).toBe(false);
    expect(isOver({ reactions: { notes: ['a note'] } })).toBe(false);
    expect(isOver({ reposts: { notes: ['a note'] } })).toBe(false);
  });

  it('hide no sheet of the login, and nothing that is written', () => {
    const isFree = (search: object, pathname = '/') => isPageFree({ pathname, search });
    expect(isFree({})).toBe(true);
    expect(isFree({ thread: 'a note' })).toBe(true);
    expect(isFree({ passphrasePrompt: true })).toBe(false);
    expect(isFree({ thread: 'a note', reply: 'a note' })).toBe(false);
    expect(isFree({ repost: 'a note' })).toBe(false);
    expect(isFree({}, '/create')).toBe(false);
  });
});
