import type { RefObject } from 'react';
import { Composer } from './composer.tsx';
import { MiningPanel } from './mining-panel.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import type { WrittenText } from './use-written.ts';

type Props = {
  text: WrittenText;
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  bare?: boolean;
};

/** The text with its tools, and the miner while it works on the post. */
export const WrittenPart = ({ text, field, label, placeholder, bare = false }: Props) => {
  const { draft, panel, onPanel, posting, make, post, onEdit, problem } = text;
  const { job, stage, stop } = posting;
  const without = () => {
    stop();
    post(0);
  };
  return (
    <>
      <Composer
        bare={bare}
        draft={draft}
        field={field}
        label={label}
        placeholder={placeholder}
        disabled={stage === 'mining' || stage === 'signing'}
        problem={problem}
        panel={panel}
        make={make}
        onPanel={onPanel}
        onEdit={onEdit}
        onSubmit={() => post()}
      />
      {job && stage === 'mining' && <MiningPanel job={job} onCancel={stop} onWithout={without} />}
      <output className="vh">{stage === 'mining' && texts.mine.begun}</output>
    </>
  );
};
