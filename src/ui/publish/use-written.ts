import { useState } from 'react';
import type { Written } from '#domain/publish/compose.ts';
import type { Draft } from '#domain/publish/draft.ts';
import type { PostKind } from '#ports/publishing.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import type { Panel } from './panel-button.tsx';
import { chosen, obstacle, useWorkPolicy, useWriteRelays, written } from './composing.ts';
import { useDraft } from './use-draft.ts';
import { usePosting } from './use-posting.ts';

type Options = {
  /** where its draft is kept */
  readonly place: string;
  readonly what: PostKind;
  /** the word of the button */
  readonly title: string;
  /** the event it becomes */
  readonly compose: (written: Written) => EventTemplate;
  /** said instead of the usual words when nothing is written */
  readonly required?: string;
  readonly onSafe: () => void;
};

/** Everything of a text that is being written: its draft, the post it becomes, and why it cannot be posted. */
export const useWritten = ({ place, what, title, compose, required, onSafe }: Options) => {
  const usual = useWriteRelays();
  const policy = useWorkPolicy();
  const { draft, home, change } = useDraft(place);
  const [missing, setMissing] = useState('');
  const [panel, setPanel] = useState<Panel>();
  const posting = usePosting({ title, draft: home, onSafe });
  const make = () => compose(written(draft));
  const relays = draft.relays ?? usual;
  /** `work`: bits, when not those of the draft */
  const post = (work?: number) => {
    if (posting.stage === 'mining' && work === undefined) return;
    const why = draft.text.trim() === '' && required !== undefined ? required : obstacle(draft, relays);
    setMissing(why ?? '');
    if (why !== undefined) return;
    setPanel(undefined);
    // what is shown at the press is what is mined
    const targetBits = work ?? draft.bits ?? policy.bits;
    posting.post(() => ({ what, template: make(), ...chosen(draft), targetBits }));
  };
  const onEdit = (changed: Partial<Draft>) => {
    setMissing('');
    posting.dismiss();
    change(changed);
  };
  return { draft, relays, panel, onPanel: setPanel, posting, make, post, onEdit, problem: missing || posting.problem };
};

export type WrittenText = ReturnType<typeof useWritten>;
