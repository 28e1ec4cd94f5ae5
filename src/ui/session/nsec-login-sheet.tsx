import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { sealed } from '#domain/protocol/sealed.ts';
import type { Problem } from '#domain/problem.ts';
import { secretFormProblem, slipOf } from '#domain/session/secret-form.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useArea } from '#ui/system-context.ts';
import { KeepChoice } from './keep-choice.tsx';
import { NewPassphraseFields, type PassphraseFields } from './new-passphrase.tsx';
import { SecretInput, type SecretField } from './secret-input.tsx';
import { problemText } from '#ui/texts/problem-text.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { useLoginProblem } from './use-login.ts';
import { useOnLeave } from './use-on-leave.ts';
import { useSessionOverlay } from './use-session-overlay.ts';
import { WaitPanel } from './wait-panel.tsx';
import './session.css';

/** Whether the encrypted key itself is wrong, whatever its passphrase. */
const isOfEncrypted = (problem: Problem | undefined): boolean =>
  problem?.code === 'key' && (problem.key === 'ncryptsec' || problem.key === 'ncryptsec-cost');

/** What is asked for; the secrets stay in their fields. */
const useNsecForm = () => {
  const login = useArea('login');
  const secretRef = useRef<SecretField>(null);
  const openingRef = useRef<SecretField>(null);
  const protectingRef = useRef<PassphraseFields>(null);
  const [keep, setKeep] = useState(false);
  const [isEncrypted, setEncrypted] = useState(false);
  const [wasSent, setSent] = useState(false);
  const [slip, setSlip] = useState<KeyProblem>();
  const found = useLoginProblem();
  const message = problemText(found);
  const problem = wasSent && message !== '' ? message : undefined;
  const isOfPassphrase = isEncrypted && !isOfEncrypted(found);
  useEffect(() => {
    if (problem !== undefined) (isOfPassphrase ? openingRef : secretRef).current?.focus();
  }, [problem, isOfPassphrase]);
  const edit = () => {
    setSent(false);
    login.send({ type: 'login.dismiss' });
  };
  const readPassphrase = (isKey: boolean) => {
    if (isEncrypted) return { passphrase: openingRef.current?.read() ?? '', confirmation: '' };
    // what is wrong with the secret is said first
    return keep && isKey ? protectingRef.current?.read() : { passphrase: '', confirmation: '' };
  };
  return {
    secretRef,
    openingRef,
    protectingRef,
    keep,
    setKeep,
    isEncrypted,
    setEncrypted,
    problem,
    isOfPassphrase,
    wasSent,
    /** what the secret itself has wrong, told before a passphrase is typed for it */
    slip: slip && problemText({ code: 'key', key: slip, flow: 'login' }),
    look: () => setSlip(slipOf(secretRef.current?.read() ?? '')),
    edit,
    editSecret(isOfNip49: boolean) {
      setEncrypted(isOfNip49);
      setSlip(undefined);
      edit();
    },
    submit() {
      const secret = secretRef.current?.read() ?? '';
      const typed = readPassphrase(secretFormProblem(secret) === undefined);
      if (typed === undefined) return;
      setSent(true);
      setSlip(undefined);
      login.send({ type: 'login.secret', typed: sealed({ secret, keep, ...typed }) });
    },
    stop() {
      setSent(false);
      login.send({ type: 'login.cancel' });
    },
  };
};

const Fields = ({ form }: { form: ReturnType<typeof useNsecForm> }) => {
  const { secretRef, openingRef, protectingRef, keep, isEncrypted, problem, slip, isOfPassphrase, edit, look } = form;
  return (
    <>
      <SecretInput
        ref={secretRef}
        label={texts.nsec.secret}
        hint={texts.nsec.secretHint}
        autoComplete="off"
        mono
        problem={slip ?? (isOfPassphrase ? undefined : problem)}
        onEdit={form.editSecret}
      />
      {isEncrypted && (
        <>
          <p className="hint">{texts.nsec.encryptedWhy}</p>
          <SecretInput
            ref={openingRef}
            label={texts.passphrase.label}
            autoComplete="off"
            problem={isOfPassphrase ? problem : undefined}
            onEdit={edit}
            onFocus={look}
          />
        </>
      )}
      <KeepChoice
        checked={keep}
        why={isEncrypted ? texts.nsec.keepEncryptedWhy : texts.nsec.keepWhy}
        onChange={form.setKeep}
      />
      {keep && !isEncrypted && <NewPassphraseFields ref={protectingRef} onFocus={look} />}
    </>
  );
};

type FootProps = { formId: string; busy: boolean; keep: boolean; onCancel: () => void };

const Foot = ({ formId, busy, keep, onCancel }: FootProps) => (
  <>
    <Button onClick={onCancel}>{texts.cancel}</Button>
    <Button look="primary" type="submit" form={formId} busy={busy}>
      {keep ? texts.nsec.submitKeep : texts.nsec.submit}
    </Button>
  </>
);

/** Login by a typed secret key, saved on this device when the user asks (`nsecLogin=true`, LOGIN-03, LOGIN-22 to LOGIN-29). */
export const NsecLoginSheet = () => {
  const formId = useId();
  const login = useArea('login');
  const form = useNsecForm();
  const busy = useSelector(login, (snapshot) => snapshot.hasTag('opening secret'));
  const { close } = useSessionOverlay('nsecLogin', form.wasSent && !busy && form.problem === undefined);
  useOnLeave(() => login.send({ type: 'login.cancel' }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) form.submit();
  };
  return (
    <Sheet
      title={texts.nsec.title}
      onClose={close}
      foot={<Foot formId={formId} busy={busy} keep={form.keep} onCancel={busy ? form.stop : close} />}
    >
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        <Fields form={form} />
      </form>
      {busy && <WaitPanel title={form.keep ? texts.nsec.encrypting : texts.nsec.opening} why={texts.unlock.busyWhy} />}
      <p className="hint">{texts.nsec.never}</p>
    </Sheet>
  );
};
