import { SHARED_TEXT_SHOWN_CHARACTERS } from '#domain/publish/publish-limits.ts';
import { cutText } from '#domain/text/calm-text.ts';
import { Button } from '#ui/kit/button.tsx';
import { sharedTexts } from '#ui/texts/shared.ts';

const words = sharedTexts;

type Props = { text: string; busy: boolean; onTake: () => void; onLeave: () => void };

/** A text of another app beside a note that was begun: who writes says what becomes of it. */
export const SharedText = ({ text, busy, onTake, onLeave }: Props) => (
  <section className="cr cr__shared" aria-label={words.title}>
    <output>
      <b>{words.title}</b>
      <br />
      <small className="c-2">{words.beside}</small>
    </output>
    <p className="quote" dir="auto">
      {cutText(text, SHARED_TEXT_SHOWN_CHARACTERS)}
    </p>
    <div className="row">
      <Button look="primary" size="s" disabled={busy} onClick={onTake}>
        {words.add}
      </Button>
      <Button look="line" size="s" onClick={onLeave}>
        {words.leave}
      </Button>
    </div>
  </section>
);
