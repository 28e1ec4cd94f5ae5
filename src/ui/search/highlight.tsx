/** A text with the words that were looked for marked in it. */
export const Highlight = ({ text, words }: { text: string; words: string }) => {
  const sought = words.trim().toLowerCase();
  const at = sought === '' ? -1 : text.toLowerCase().indexOf(sought);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + sought.length)}</mark>
      {text.slice(at + sought.length)}
    </>
  );
};
