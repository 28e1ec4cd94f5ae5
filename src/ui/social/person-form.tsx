import { useSelector } from '@xstate/react';
import { useId, useState, type FormEvent } from 'react';
import { problemText } from '#ui/texts/problem-text.ts';
import { editProblem, type PeopleListKind } from '#domain/social/people-list.ts';
import { personOf } from '#domain/social/person-input.ts';
import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { useAccount, useMuted, useSystem } from '#ui/system-context.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';
import { useGatedAct } from './use-act.ts';
import { useIsFollowed } from './use-people.ts';

/** Whether somebody stands in the user's own list for good: what is on its way shows already, and may fail. */
const useIsIn = (list: PeopleListKind, pubkey: string): boolean => {
  const { app, find } = useSystem();
  const area = useSelector(app, () => find(list));
  const isPending = useSelector(area, (snapshot) =>
    [snapshot?.context.queue, snapshot?.context.sending.edits].some((edits) =>
      edits?.some((edit) => edit.pubkey === pubkey),
    ),
  );
  const [isFollowed, muted] = [useIsFollowed(pubkey), useMuted()];
  return !isPending && (list === 'follows' ? isFollowed : muted.has(pubkey));
};

/** Puts somebody into the user's own list by npub or hex (FOLLOW-10, PUB-12). */
export const PersonForm = ({ list }: { list: PeopleListKind }) => {
  const { pubkey: self = '' } = useAccount();
  const act = useGatedAct();
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  // who comes in only after a login that may be cancelled, and an act that may fail
  const [waiting, setWaiting] = useState('');
  const { label, submit } = texts.add[list];
  if (useIsIn(list, waiting)) {
    setWaiting('');
    setText('');
  }
  const [type, secret] = useNoSecret((typed) => {
    setWaiting('');
    setText(typed);
    setProblem('');
  });
  const told = secret ?? problem;
  const add = (event: FormEvent) => {
    event.preventDefault();
    const pubkey = personOf(text) ?? text.trim();
    const found = editProblem(list, self, { pubkey, wanted: true });
    setProblem(problemText(found));
    if (found !== undefined) return;
    setWaiting(pubkey);
    act(list, { type: 'list.edit', edit: { pubkey, wanted: true } }, submit);
  };
  return (
    <form className="field" noValidate onSubmit={add}>
      <label htmlFor={id}>{label}</label>
      <div className="joined">
        <input
          className="input input--mono"
          id={id}
          value={text}
          placeholder={texts.add.placeholder}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={told !== ''}
          aria-describedby={told === '' ? undefined : `${id}-problem`}
          onChange={(event) => type(event.target.value)}
        />
        <Button type="submit">{submit}</Button>
      </div>
      {told !== '' && <Problem id={`${id}-problem`}>{told}</Problem>}
    </form>
  );
};
