import { useId, type RefObject } from 'react';
import { PostingProblem } from './posting-problem.tsx';
import { TextField } from './text-field.tsx';
import type { OpenComposer } from './with-composer.tsx';

type Props = {
  composer: OpenComposer;
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  bare?: boolean;
};

/** The text, and why it was not posted. */
export const WrittenText = ({ composer, ...look }: Props) => {
  const { draft, busy, problem, panel, edit, post, send } = composer;
  const problemId = useId();
  return (
    <div className="field">
      <TextField
        {...look}
        draft={draft}
        disabled={busy}
        problemId={problem === '' ? undefined : problemId}
        onEdit={edit}
        onSubmit={post}
        // its panel says that files are not stored
        onFile={() => busy || panel === 'picture' || send({ type: 'panel.toggle', panel: 'picture' })}
      />
      <PostingProblem id={problemId} composer={composer} />
    </div>
  );
};
