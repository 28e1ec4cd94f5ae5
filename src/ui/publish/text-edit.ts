/** What is put in the place of a part of a text. */
type Edit = { readonly from: number; readonly to: number; readonly by: string };

/** The beginning of a word, set apart from what stands before it. */
export const wordBegun = (text: string, from: number, mark: string): string =>
  from === 0 || /\s$/.test(text.slice(0, from)) ? mark : ` ${mark}`;

/** Puts something on a line of its own at the end. */
export const lineAtEnd = (text: string, line: string): Edit => {
  const from = text.trimEnd().length;
  return { from, to: text.length, by: from === 0 ? line : `\n${line}` };
};

/** What makes one text of another. */
export const difference = (before: string, after: string): Edit => {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, by: after.slice(from, after.length - same) };
};

/** Makes an edit as if it was typed: the browser undoes it with what was, and the caret stands behind it. */
export const typeInto = (field: HTMLTextAreaElement, { from, to, by }: Edit): void => {
  // with nothing chosen, 'delete' takes out what stands before the caret
  if (field.readOnly || (from === to && by === '')) return;
  field.focus();
  field.setSelectionRange(from, to);
  if (document.execCommand(by === '' ? 'delete' : 'insertText', false, by)) return;
  field.setRangeText(by, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Puts what was typed before the field was there behind what it begins with. */
export const typeOn = (field: HTMLTextAreaElement, typed: string): void => {
  if (typed === '') return;
  // React is at work until then
  queueMicrotask(() => {
    const end = field.value.length;
    typeInto(field, { from: end, to: end, by: wordBegun(field.value, end, typed) });
  });
};
