import { afterEach, describe, expect, it, vi } from 'vitest';
import { difference, typeInto } from '#ui/publish/text-edit.ts';

/** What is asked of the browser. */
const typed = (text: string, change: ReturnType<typeof difference>) => {
  const asked = vi.fn(() => true);
  vi.stubGlobal('document', { execCommand: asked });
  const field = { readOnly: false, value: text, focus: () => {}, setSelectionRange: () => {} };
  typeInto(field as unknown as HTMLTextAreaElement, change);
  return asked.mock.calls;
};

describe('an edit that is made as if it was typed', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('puts in what is new and takes out what is not there any more', () => {
    expect(typed('a note', difference('a note', 'a long note'))).toEqual([['insertText', false, 'long ']]);
    expect(typed('a long note', difference('a long note', 'a note'))).toEqual([['delete', false, '']]);
  });

  it('that changes nothing takes out nothing', () => {
    expect(typed('a note', difference('a note', 'a note'))).toEqual([]);
  });
});
