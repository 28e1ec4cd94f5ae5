/** How a post begins, so that several are told apart. */
export const FirstWords = ({ words }: { words: string }) =>
  words !== '' && (
    <span className="clip posts__words" dir="auto">
      {words}
    </span>
  );
