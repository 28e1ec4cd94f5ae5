import { useId, type RefObject } from 'react';
import { TextField } from './text-field.tsx';
import type { OpenComposer } from './with-composer.tsx';
import { Problem } from '#ui/kit/problem.tsx';

type Props = {
  composer: OpenComposer;
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  bare?: boolean;
};

/** The text, and why it was not posted. */
export const WrittenText = ({ composer: { draft, busy, problem, edit, post }, ...look }: Props) => {
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
      />
      <Problem id={problemId} hidden={problem === ''}>
        {problem}
      </Problem>
    </div>
  );
};
