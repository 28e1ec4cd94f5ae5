import { useId, useMemo, type RefObject } from 'react';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import type { Draft } from '#domain/publish/draft.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { useAccount } from '#ui/system-context.ts';
import { AddPicture } from './add-picture.tsx';
import { ChooseRelays } from './choose-relays.tsx';
import { ChooseWork } from './choose-work.tsx';
import { useWorkPolicy } from './composing.ts';
import { PanelButton, type Panel } from './panel-button.tsx';
import { Pictures } from './pictures.tsx';
import { Preview } from './preview.tsx';
import { placeCaret, replaced, withLine, wordBegun } from './text-edit.ts';
import { TextField } from './text-field.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import { texts as appTexts } from '#ui/texts/app.ts';
import './publish.css';

type PartProps = {
  draft: Draft;
  field: RefObject<HTMLTextAreaElement | null>;
  panel: Panel | undefined;
  onPanel: (panel: Panel | undefined) => void;
  onEdit: (changed: Partial<Draft>) => void;
};

const WorkChip = ({ draft, panel, onPanel }: Pick<PartProps, 'draft' | 'panel' | 'onPanel'>) => {
  const policy = useWorkPolicy();
  const bits = draft.bits ?? policy.bits;
  return (
    <button
      type="button"
      className="chip chip--value"
      aria-pressed={bits > 0}
      aria-expanded={panel === 'work'}
      aria-label={`${texts.work.title}: ${texts.work.chip(bits)}`}
      onClick={() => onPanel(panel === 'work' ? undefined : 'work')}
    >
      <Icon name="nut" size="s" />
      <span className="num">{texts.work.chip(bits)}</span>
    </button>
  );
};

const Tools = ({ draft, field, panel, onPanel, onEdit }: PartProps) => {
  const begin = (mark: string) => {
    const { selectionStart = draft.text.length, selectionEnd = draft.text.length } = field.current ?? {};
    const edit = replaced(draft.text, [selectionStart, selectionEnd], wordBegun(draft.text, selectionStart, mark));
    onEdit({ text: edit.text });
    placeCaret(field, edit.caret);
  };
  return (
    <div className="cr__tools">
      <PanelButton name="picture" icon="image" label={texts.tools.picture} panel={panel} onPanel={onPanel} />
      <IconButton icon="at" label={texts.tools.mention} onClick={() => begin('@')} />
      <IconButton icon="hash" label={texts.tools.hashtag} onClick={() => begin('#')} />
      <IconButton
        icon="eyeoff"
        label={texts.tools.warning}
        aria-pressed={draft.warning !== undefined}
        onClick={() => onEdit({ warning: draft.warning === undefined ? '' : undefined })}
      />
      <PanelButton name="preview" icon="eye" label={texts.tools.preview} panel={panel} onPanel={onPanel} />
      <WorkChip draft={draft} panel={panel} onPanel={onPanel} />
    </div>
  );
};

const Warning = ({ draft, onEdit }: Pick<PartProps, 'draft' | 'onEdit'>) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {texts.warning.label} <small>{texts.warning.optional}</small>
      </label>
      <input
        id={id}
        className="input"
        autoComplete="off"
        dir="auto"
        maxLength={200}
        placeholder={texts.warning.placeholder}
        value={draft.warning}
        onChange={(event) => onEdit({ warning: event.target.value })}
      />
    </div>
  );
};

/** Warns while there is a secret key in what is written. */
export const SecretWarning = ({ draft }: { draft: Draft }) => {
  const secret = leakedSecret(JSON.stringify(draft));
  return (
    <div role="alert">
      {secret !== undefined && (
        <Banner tone="bad" icon="key" title={texts.secret[secret]}>
          {texts.secret.why}
        </Banner>
      )}
    </div>
  );
};

/** Asks for the link of a picture, which becomes a line at the end of the text. */
export const PicturePanel = ({ draft, field, onPanel, onEdit }: Omit<PartProps, 'panel'>) => (
  <AddPicture
    onAdd={(url) => {
      const text = withLine(draft.text, url);
      onEdit({ text });
      onPanel(undefined);
      placeCaret(field, text.length);
    }}
  />
);

type Props = Pick<PartProps, 'draft' | 'field' | 'onEdit'> & {
  label: string;
  placeholder: string;
  bare?: boolean;
  disabled: boolean;
  /** why it was not posted; '' when nothing went wrong */
  problem: string;
  /** the post as it would be made now; may throw */
  make: () => EventTemplate;
  onSubmit: () => void;
  panel: Panel | undefined;
  onPanel: (panel: Panel | undefined) => void;
};

const LivePreview = ({ draft, make }: Pick<Props, 'draft' | 'make'>) => {
  const pubkey = useAccount().pubkey ?? '';
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it depends on the draft alone
  const template = useMemo(() => make(), [draft]);
  return draft.text.trim() === '' ? (
    <p className="hint">{texts.required}</p>
  ) : (
    <Preview template={template} pubkey={pubkey} />
  );
};

/** Text and tools of everything that is written: notes, replies, quotes (APP-07). */
export const Composer = ({ label, placeholder, bare = false, disabled, problem, make, onSubmit, ...part }: Props) => {
  const { draft, field, panel, onEdit } = part;
  const problemId = useId();
  return (
    <>
      <div className={bare ? 'cr__body' : 'stack'}>
        <div className="field">
          <TextField
            draft={draft}
            field={field}
            label={label}
            placeholder={placeholder}
            bare={bare}
            disabled={disabled}
            problemId={problem === '' ? undefined : problemId}
            onEdit={onEdit}
            onSubmit={onSubmit}
          />
          <p className="err" id={problemId} role="alert" hidden={problem === ''}>
            <Icon name="alert" size="s" />
            {appTexts.said(problem)}
          </p>
        </div>
        <SecretWarning draft={draft} />
        <Pictures text={draft.text} onEdit={(text) => onEdit({ text })} />
        {draft.warning !== undefined && <Warning draft={draft} onEdit={onEdit} />}
        {panel === 'picture' && <PicturePanel {...part} />}
        {panel === 'relays' && <ChooseRelays chosen={draft.relays} onChoose={(relays) => onEdit({ relays })} />}
        {panel === 'work' && <ChooseWork chosen={draft.bits} onChoose={(bits) => onEdit({ bits })} />}
        {panel === 'preview' && <LivePreview draft={draft} make={make} />}
      </div>
      {!disabled && <Tools {...part} />}
    </>
  );
};
