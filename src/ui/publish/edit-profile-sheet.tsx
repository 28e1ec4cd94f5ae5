import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useId, useState, type FormEvent, type ReactNode } from 'react';
import { OTHER_DISPLAY_NAME, profileFields } from '#domain/publish/compose.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { ProfileWish } from '#ports/writing.ts';
import { websiteOf } from '#domain/profile/metadata.ts';
import { safeWebUrl } from '#domain/text/web-url.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { AvatarPicture } from '#ui/kit/avatar.tsx';
import { Button } from '#ui/kit/button.tsx';
import { GrowingText } from '#ui/kit/growing-text.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { useAfterClosing, useOpenOverlay, useOverlay } from '#ui/overlay.ts';
import { useAccount, useActing } from '#ui/system-context.ts';
import { texts as shared } from '#ui/texts/app.ts';
import { publishTexts } from '#ui/texts/publish.ts';
import { ProfileVersions } from './profile-versions.tsx';
import { WithComposer, type OpenComposer } from './with-composer.tsx';
import './publish.css';

const { profile: texts } = publishTexts;

type FieldName = keyof typeof texts.fields;
type Fields = Readonly<Record<FieldName, string>>;

const NAMES = Object.keys(texts.fields) as FieldName[];
const WEB: readonly FieldName[] = ['picture', 'banner', 'website'];
const ADDRESSES: readonly FieldName[] = ['nip05', 'lud16'];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const fieldsOf = (found: Record<string, unknown>): Fields => {
  const fields = Object.fromEntries(NAMES.map((name) => [name, textOf(found[name])])) as Fields;
  return { ...fields, display_name: fields.display_name || textOf(found[OTHER_DISPLAY_NAME]) };
};

const isKnown = (name: string): boolean => name === OTHER_DISPLAY_NAME || NAMES.includes(name as FieldName);

/** What was edited and not saved, of the fields that can be edited; nothing for what is no draft. */
const readProfileDraft = (text = ''): Partial<Fields> => {
  const found = profileFields({ content: text });
  return Object.fromEntries(NAMES.flatMap((name) => (typeof found[name] === 'string' ? [[name, found[name]]] : [])));
};

const wrong = (name: FieldName, value: string): string | undefined => {
  const text = value.trim();
  if (text === '') return undefined;
  if (leakedSecret(text) !== undefined) return texts.secret;
  const read = name === 'website' ? websiteOf : safeWebUrl;
  if (WEB.includes(name) && read(text) === '') return texts.wrongUrl;
  return ADDRESSES.includes(name) && !/^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost(:\d+)?$/.test(text)
    ? texts.wrongAddress
    : undefined;
};

type FieldProps = { name: FieldName; value: string; problem: string | undefined; onEdit: (value: string) => void };

const Field = ({ name, value, problem, onEdit }: FieldProps) => {
  const id = useId();
  const common = {
    id,
    className: 'input',
    value,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-why`,
  };
  const isText = !WEB.includes(name) && !ADDRESSES.includes(name);
  return (
    <div className="field">
      <label htmlFor={id}>{texts.fields[name]}</label>
      {name === 'about' ? (
        <GrowingText {...common} rows={3} onEdit={onEdit} />
      ) : (
        <input
          {...common}
          type={WEB.includes(name) ? 'url' : 'text'}
          inputMode={WEB.includes(name) ? 'url' : ADDRESSES.includes(name) ? 'email' : 'text'}
          autoComplete="off"
          dir={isText ? 'auto' : 'ltr'}
          onChange={(event) => onEdit(event.target.value)}
        />
      )}
      {problem !== undefined && (
        <p className="err" id={`${id}-why`}>
          <Icon name="alert" size="s" />
          {problem}
        </p>
      )}
    </div>
  );
};

/** Leads to the first field that is wrong, each time it is told of a form that was not saved. */
const useFirstWrong = () => {
  const [refused, setRefused] = useState<{ readonly form: HTMLFormElement }>();
  useEffect(() => refused?.form.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [refused]);
  return (form: HTMLFormElement) => setRefused({ form });
};

/** The fields as they are edited, what is kept of them until they are saved, and the post they become. */
export const useProfileForm = (newest: NostrEvent | undefined, composer: OpenComposer) => {
  const { composing } = useActing();
  const [start] = useState(() => fieldsOf(profileFields(newest)));
  const kept = readProfileDraft(composer.draft.text);
  const [isTakenUp, setTakenUp] = useState(Object.keys(kept).length > 0);
  const fields: Fields = { ...start, ...kept };
  const [tried, setTried] = useState(false);
  const [unchanged, setUnchanged] = useState(false);
  const leadToWrong = useFirstWrong();
  const changed = NAMES.filter((name) => fields[name].trim() !== start[name].trim());
  const problemOf = (name: FieldName) => {
    const problem = changed.includes(name) ? wrong(name, fields[name]) : undefined;
    return tried || problem === texts.secret ? problem : undefined;
  };
  const post = (wish: ProfileWish) => {
    composing.wish(composer.id, wish);
    composer.post();
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    setUnchanged(changed.length === 0);
    if (changed.some((name) => wrong(name, fields[name]) !== undefined)) return leadToWrong(event.currentTarget);
    if (changed.length === 0) return;
    post({ fields: Object.fromEntries(changed.map((name) => [name, fields[name]])) });
  };
  const edit = (name: FieldName, value: string) => {
    setUnchanged(false);
    const edited = { ...fields, [name]: value };
    const changes = NAMES.filter((one) => edited[one] !== start[one]).map((one) => [one, edited[one]]);
    composer.edit({ text: changes.length > 0 ? JSON.stringify(Object.fromEntries(changes)) : '' });
  };
  const startOver = () => {
    setTakenUp(false);
    setUnchanged(false);
    composer.edit({ text: '' });
  };
  return {
    isTakenUp,
    startOver,
    fields,
    problemOf,
    save,
    edit,
    restore: (version: string) => post({ version }),
    problem: unchanged ? texts.unchanged : composer.problem,
  };
};

/** The way to an address that pays into the ecash; what is edited here is kept until then. */
const IntoEcash = ({ onClose }: { onClose: () => void }) => {
  const open = useOpenOverlay();
  const afterClosing = useAfterClosing(onClose);
  return (
    <Button look="ghost" size="s" aria-haspopup="dialog" onClick={() => afterClosing(() => open({ money: 'address' }))}>
      {texts.intoEcash}
    </Button>
  );
};

type EditorProps = { pubkey: string; newest: NostrEvent | undefined; onClose: () => void };

const Editor = ({ pubkey, newest, onClose, composer }: EditorProps & { composer: OpenComposer }) => {
  const formId = useId();
  const form = useProfileForm(newest, composer);
  const { fields, problemOf, save, edit, problem } = form;
  const { busy, stops, send } = composer;
  const others = Object.keys(profileFields(newest)).filter((name) => !isKnown(name)).length;
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={stops ? () => send({ type: 'composer.stop' }) : onClose}>{publishTexts.cancel}</Button>
          <Button look="primary" type="submit" form={formId} busy={busy}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={save}>
        {form.isTakenUp && (
          <div className="row">
            <p className="hint grow">{texts.takenUp}</p>
            <Button look="line" size="s" onClick={form.startOver}>
              {texts.startOver}
            </Button>
          </div>
        )}
        <span className="avatar avatar--xl">
          <AvatarPicture pubkey={pubkey} picture={safeWebUrl(fields.picture)} />
        </span>
        {NAMES.map((name) => (
          <Fragment key={name}>
            <Field name={name} value={fields[name]} problem={problemOf(name)} onEdit={(value) => edit(name, value)} />
            {name === 'lud16' && <IntoEcash onClose={onClose} />}
          </Fragment>
        ))}
        {others > 0 && <p className="hint">{texts.kept(others)}</p>}
        <ProfileVersions pubkey={pubkey} onRestore={form.restore} />
        <Problem hidden={problem === ''}>{problem}</Problem>
      </form>
    </Sheet>
  );
};

const Waiting = ({ failed, onRetry, onClose }: { failed: boolean; onRetry: () => void; onClose: () => void }) => (
  <Sheet
    title={texts.title}
    onClose={onClose}
    foot={
      <>
        <Button onClick={onClose}>{publishTexts.cancel}</Button>
        {failed && (
          <Button look="primary" onClick={onRetry}>
            {shared.error.retry}
          </Button>
        )}
      </>
    }
  >
    {failed ? (
      <>
        <Problem>{texts.failed}</Problem>
        <p className="sheet__lead">{texts.failedWhy}</p>
      </>
    ) : (
      <>
        <p className="hint">{texts.loading}</p>
        <RowSkeletons count={3} />
      </>
    )}
  </Sheet>
);

type ComposerProps = { onSafe: () => void; children: (composer: OpenComposer) => ReactNode };

/** Opens a composer for one's own profile. */
export const ProfileComposer = (props: ComposerProps) => (
  <WithComposer {...props} subject={{ what: 'profile' }} place="profile" title={texts.save} />
);

/** The newest profile of the user that relays have, null for none, asked for anew by each form. */
export const useNewestProfile = (pubkey: string) => {
  const { writing } = useActing();
  return useQuery({
    queryKey: ['own-profile', pubkey],
    queryFn: async ({ signal }) => (await writing.profile.newest(pubkey, signal)) ?? null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};

const Newest = ({ pubkey, onClose }: { pubkey: string; onClose: () => void }) => {
  const { data, isError, isFetching, refetch } = useNewestProfile(pubkey);
  if (data === undefined || (isFetching && data === null))
    return <Waiting failed={isError && !isFetching} onRetry={() => void refetch()} onClose={onClose} />;
  return (
    <ProfileComposer onSafe={onClose}>
      {(composer) => <Editor pubkey={pubkey} newest={data ?? undefined} onClose={onClose} composer={composer} />}
    </ProfileComposer>
  );
};

/** The editor of one's own profile (`edit=true`, ROUTE-23); it begins with the newest version that relays have. */
export const EditProfileSheet = () => {
  const { close } = useOverlay('edit');
  const { pubkey } = useAccount();
  if (pubkey !== undefined) return <Newest key={pubkey} pubkey={pubkey} onClose={close} />;
  return (
    <Sheet title={texts.title} onClose={close} foot={<Button onClick={close}>{shared.shell.close}</Button>}>
      <p className="sheet__lead">{texts.notYours}</p>
    </Sheet>
  );
};
