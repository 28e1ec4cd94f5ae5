import { useId, useMemo, type RefObject } from 'react';
import { hasToken } from '#domain/publish/draft.ts';
import { inUse } from '#domain/publish/draft-in-use.ts';
import { isEmptyDraft, type Draft } from '#domain/publish/draft.ts';
import { WARNING_REASON_MAX } from '#domain/publish/publish-limits.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { isBlank } from '#domain/text/calm-text.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { useAccount, useActing } from '#ui/system-context.ts';
import { AddPicture } from './add-picture.tsx';
import { ChooseRelays } from './choose-relays.tsx';
import { ChooseWork } from './choose-work.tsx';
import { PanelButton } from './panel-button.tsx';
import { Pictures } from './pictures.tsx';
import { Preview } from './preview.tsx';
import { difference, lineAtEnd, typeInto, wordBegun } from './text-edit.ts';
import { useWorkPolicy } from './write-policy.ts';
import { WrittenText } from './written-text.tsx';
import type { OpenComposer } from './with-composer.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import './publish.css';

type PartProps = { composer: OpenComposer; field: RefObject<HTMLTextAreaElement | null> };

const WorkChip = ({ composer: { draft, panel, send } }: Pick<PartProps, 'composer'>) => {
  const policy = useWorkPolicy();
  const bits = draft.bits ?? policy.bits;
  return (
    <button
      type="button"
      className="chip chip--value"
      aria-pressed={bits > 0}
      aria-expanded={panel === 'work'}
      aria-label={`${texts.work.title}: ${texts.work.chip(bits)}`}
      onClick={() => send({ type: 'panel.toggle', panel: 'work' })}
    >
      <Icon name="nut" size="s" />
      <span className="num">{texts.work.chip(bits)}</span>
    </button>
  );
};

/** Begins a mention or a hashtag where the caret is. */
export const beginWord = (field: PartProps['field'], mark: string): void => {
  const { value, selectionStart: from, selectionEnd: to } = field.current!;
  typeInto(field.current!, { from, to, by: wordBegun(value, from, mark) });
};

const Tools = (part: PartProps) => {
  const { composer, field } = part;
  const { draft, edit } = composer;
  return (
    <div className="cr__tools">
      <PanelButton composer={composer} name="picture" icon="image" label={texts.tools.picture} />
      <IconButton icon="at" label={texts.tools.mention} onClick={() => beginWord(field, '@')} />
      <IconButton icon="hash" label={texts.tools.hashtag} onClick={() => beginWord(field, '#')} />
      <IconButton
        icon="eyeoff"
        label={texts.tools.warning}
        aria-pressed={draft.warning !== undefined}
        onClick={() => edit({ warning: draft.warning === undefined ? '' : undefined })}
      />
      <PanelButton composer={composer} name="preview" icon="eye" label={texts.tools.preview} />
      <WorkChip composer={composer} />
    </div>
  );
};

const Warning = ({ composer: { draft, busy, edit } }: Pick<PartProps, 'composer'>) => {
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
        maxLength={WARNING_REASON_MAX}
        placeholder={texts.warning.placeholder}
        readOnly={busy}
        value={draft.warning}
        onChange={(event) => edit({ warning: event.target.value })}
      />
    </div>
  );
};

/** Warns while there is a secret key in what is written, or ecash, and when the browser cannot keep it. */
export const DraftWarning = ({ draft }: { draft: Draft }) => {
  const { drafts } = useActing().writing;
  const secret = leakedSecret(JSON.stringify(inUse(draft)));
  return (
    <div role="alert">
      {secret !== undefined && (
        <Banner tone="bad" icon="key" title={texts.secret[secret]}>
          {texts.secret.why}
        </Banner>
      )}
      {secret === undefined && hasToken(draft.text) && (
        <Banner tone="warn" icon="coin" title={texts.token.title}>
          {texts.token.why}
        </Banner>
      )}
      {secret === undefined && !isEmptyDraft(draft) && drafts.cannotKeep() && (
        <Banner tone="warn" icon="alert" title={texts.notKept.title}>
          {texts.notKept.why}
        </Banner>
      )}
    </div>
  );
};

/** Asks for the link of a picture, which becomes a line at the end of the text. */
export const PicturePanel = ({ composer: { send }, field }: PartProps) => (
  <AddPicture
    onAdd={(url) => {
      typeInto(field.current!, lineAtEnd(field.current!.value, url));
      send({ type: 'panel.close' });
    }}
  />
);

/** The post as it would be made now. */
const LivePreview = ({ id, draft }: { id: string; draft: Draft }) => {
  const { composing } = useActing();
  const pubkey = useAccount().pubkey ?? '';
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it depends on the draft alone
  const template = useMemo(() => (isBlank(draft.text) ? undefined : composing.template(id)), [draft]);
  return template === undefined ? (
    <p className="hint">{texts.required}</p>
  ) : (
    <Preview template={template} pubkey={pubkey} />
  );
};

/** What a tool asked for. */
const OpenPanel = (part: PartProps) => {
  const { id, draft, panel, edit } = part.composer;
  if (panel === 'picture') return <PicturePanel {...part} />;
  if (panel === 'relays') return <ChooseRelays chosen={draft.relays} onChoose={(relays) => edit({ relays })} />;
  if (panel === 'work') return <ChooseWork chosen={draft.bits} onChoose={(bits) => edit({ bits })} />;
  return panel === 'preview' && <LivePreview id={id} draft={draft} />;
};

/** The pictures and videos of what is written. */
export const DraftPictures = ({ composer: { id, draft, busy, edit }, field }: PartProps) => {
  const { composing } = useActing();
  const change = (text: string) => typeInto(field.current!, difference(field.current!.value, text));
  return (
    <Pictures
      draft={draft}
      disabled={busy}
      onText={change}
      onAlts={(alts) => edit({ alts })}
      onSize={(url, width, height) => composing.measured(id, url, width, height)}
    />
  );
};

type Props = PartProps & { label: string; placeholder: string; bare?: boolean };

/** Text and tools of everything that is written: notes, replies, quotes (APP-07). */
export const Composer = ({ label, placeholder, bare = false, ...part }: Props) => {
  const { composer } = part;
  const { draft, busy } = composer;
  return (
    <>
      <div className={bare ? 'cr__body' : 'stack'}>
        <WrittenText {...part} label={label} placeholder={placeholder} bare={bare} />
        <DraftWarning draft={draft} />
        <DraftPictures {...part} />
        {draft.warning !== undefined && <Warning composer={composer} />}
        {!busy && <OpenPanel {...part} />}
      </div>
      {!busy && <Tools {...part} />}
    </>
  );
};
