import { useId, useState, type ComponentProps } from 'react';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { safeWebUrl } from '#domain/text/web-url.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { AvatarPicture } from '#ui/kit/avatar.tsx';
import { Button } from '#ui/kit/button.tsx';
import { GrowingText } from '#ui/kit/growing-text.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { PasteButton } from '#ui/kit/paste-button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { ProfileComposer, useNewestProfile, useProfileForm } from '#ui/publish/edit-profile-sheet.tsx';
import type { OpenComposer } from '#ui/publish/with-composer.tsx';
import { texts as appTexts } from '#ui/texts/app.ts';
import { publishTexts } from '#ui/texts/publish.ts';
import { welcomeTexts } from '#ui/texts/welcome.ts';
import { WelcomeSteps, useToFollow } from './welcome-parts.tsx';

const { name: texts } = welcomeTexts;

type Pasting = Pick<ComponentProps<typeof PasteButton>, 'onPaste' | 'onUnreadable'>;

type FieldProps = {
  name: 'display_name' | 'picture' | 'about';
  value: string;
  problem: string | undefined;
  onEdit: (value: string) => void;
};

/** The address of a picture, which is mostly in the clipboard. */
const LinkInput = ({ onPaste, onUnreadable, ...input }: Omit<ComponentProps<'input'>, keyof Pasting> & Pasting) => (
  <div className="inset">
    <input {...input} type="url" autoComplete="off" dir="ltr" />
    <PasteButton label={texts.paste} onPaste={onPaste} onUnreadable={onUnreadable} />
  </div>
);

const Field = ({ name, value, problem: wrong, onEdit }: FieldProps) => {
  const id = useId();
  const [slip, setSlip] = useState<string>();
  const problem = slip ?? wrong;
  const edit = (text: string) => {
    setSlip(undefined);
    onEdit(text);
  };
  const common = {
    id,
    className: 'input',
    value,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-why`,
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {texts[name]} {name !== 'display_name' && <small>{texts.optional}</small>}
      </label>
      {name === 'about' && <GrowingText {...common} rows={2} onEdit={edit} />}
      {name === 'display_name' && (
        <input {...common} type="text" autoComplete="name" dir="auto" onChange={(event) => edit(event.target.value)} />
      )}
      {name === 'picture' && (
        <LinkInput
          {...common}
          onChange={(event) => edit(event.target.value)}
          onPaste={edit}
          onUnreadable={() => setSlip(texts.unreadable)}
        />
      )}
      {problem !== undefined && (
        <p className="err" id={`${id}-why`} role={slip === undefined ? undefined : 'alert'}>
          <Icon name="alert" size="s" />
          {problem}
        </p>
      )}
    </div>
  );
};

type FormProps = { pubkey: string; newest: NostrEvent | undefined; onClose: () => void; composer: OpenComposer };

const Form = ({ pubkey, newest, onClose, composer }: FormProps) => {
  const formId = useId();
  const toFollow = useToFollow();
  const { fields, problemOf, save, edit, problem } = useProfileForm(newest, composer);
  const { busy, stops, send } = composer;
  const field = (name: FieldProps['name']) => (
    <Field name={name} value={fields[name]} problem={problemOf(name)} onEdit={(value) => edit(name, value)} />
  );
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={stops ? () => send({ type: 'composer.stop' }) : toFollow}>
            {stops ? publishTexts.cancel : welcomeTexts.skip}
          </Button>
          <Button look="primary" type="submit" form={formId} busy={busy}>
            {texts.next}
          </Button>
        </>
      }
    >
      <WelcomeSteps at={1} note={welcomeTexts.ready} />
      <p className="sheet__lead">{texts.lead}</p>
      <form id={formId} className="stack" noValidate onSubmit={save}>
        <div className="wel__pic">
          <span className="avatar avatar--xl">
            <AvatarPicture pubkey={pubkey} picture={safeWebUrl(fields.picture)} />
          </span>
          <div className="grow">{field('display_name')}</div>
        </div>
        {field('picture')}
        {field('about')}
        <Problem hidden={problem === ''}>{problem}</Problem>
      </form>
    </Sheet>
  );
};

/** Name and picture of a new account: published like any change of a profile, so that none is lost. */
export const NameStep = ({ pubkey, onClose }: { pubkey: string; onClose: () => void }) => {
  const toFollow = useToFollow();
  const { data, isError, isFetching, refetch } = useNewestProfile(pubkey);
  if (data !== undefined && !(isFetching && data === null))
    return (
      <ProfileComposer onSafe={toFollow}>
        {(composer) => <Form pubkey={pubkey} newest={data ?? undefined} onClose={onClose} composer={composer} />}
      </ProfileComposer>
    );
  const failed = isError && !isFetching;
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={toFollow}>{welcomeTexts.skip}</Button>
          {failed && (
            <Button look="primary" onClick={() => void refetch()}>
              {appTexts.error.retry}
            </Button>
          )}
        </>
      }
    >
      <WelcomeSteps at={1} note={welcomeTexts.ready} />
      {failed ? <Problem>{publishTexts.profile.failed}</Problem> : <RowSkeletons count={3} />}
    </Sheet>
  );
};
