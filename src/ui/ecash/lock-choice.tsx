import { Suspense, useId, useState } from 'react';
import type { Lock } from '#domain/ecash/proof.ts';
import { lockPubkey } from '#domain/ecash/pubkey.ts';
import { decodeProfileId, encodeNpub } from '#domain/protocol/identifiers.ts';
import { DAY, SECOND } from '#domain/units.ts';
import type { Ecash } from '#ports/ecash.ts';
import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { useClock } from '#ui/money/use-clock.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { nameOf } from '#ui/publish/mention-list.tsx';
import { usePeopleNamed } from '#ui/publish/use-mentions.ts';
import { useDisplayName } from '#ui/queries.ts';
import { dateLabel } from '#ui/texts/formats.ts';
import { movingTexts } from '#ui/texts/moving.ts';

const texts = movingTexts.send;

/** after so many days what nobody took can be taken back; 0: never */
const DAYS = [1, 7, 30, 0] as const;
type Days = (typeof DAYS)[number];

const NAMES_MOST = 4;
const KEY = /^(?:0[23])?[\da-f]{64}$/i;

/** For whom a token is to be, as far as it was typed or chosen; `person`: hex. */
export type LockWish = { readonly typed: string; readonly person: string | undefined; readonly days: Days };

export const NO_LOCK: LockWish = { typed: '', person: undefined, days: 7 };

/** Why nothing can be locked for somebody; `why`: in words. */
export class LockRefusal extends Error {
  readonly why: string;

  constructor(why: string) {
    super();
    this.why = why;
  }
}

const refuse = (why: string): never => {
  throw new LockRefusal(why);
};

/** The lock that was wished for: to the key that somebody published for it, or the one that was typed. */
export const lockFor = async (
  ecash: Pick<Ecash, 'lockKeyOf'>,
  { typed, person, days }: LockWish,
  ownKey: string | undefined,
): Promise<{ readonly lock?: Lock; readonly person?: string }> => {
  const key = typed.trim();
  if (key === '') return {};
  if (person === undefined && !KEY.test(key)) return refuse(texts.lockNobody);
  const pubkey = person === undefined ? lockPubkey(key) : ((await ecash.lockKeyOf(person)) ?? refuse(texts.lockNoKey));
  const locktime = Math.floor((Date.now() + days * DAY) / SECOND);
  const isBack = days !== 0 && ownKey !== undefined;
  return {
    lock: { pubkey, ...(isBack && { locktime, refund: [ownKey] }) },
    ...(person !== undefined && { person }),
  };
};

/** Those who go by the name that is typed. */
export const Named = ({ name, onChoose }: { name: string; onChoose: (pubkey: string, name: string) => void }) => {
  const { people } = usePeopleNamed(name);
  if (people.length === 0) return null;
  return (
    <section className="list" aria-label={texts.lockPeople}>
      {people.slice(0, NAMES_MOST).map((one) => (
        <button key={one.pubkey} type="button" className="item" onClick={() => onChoose(one.pubkey, nameOf(one))}>
          <PersonAvatar pubkey={one.pubkey} size="s" />
          <span className="item__txt">
            <b dir="auto">{nameOf(one)}</b>
            <small>{one.nip05}</small>
          </span>
        </button>
      ))}
    </section>
  );
};

/** What the lock comes to, said plainly. */
const Comes = ({ who, days }: { who: string; days: Days }) => {
  const now = useClock();
  return (
    <p className="hint">
      {days === 0 ? texts.lockForEver(who) : texts.lockUntil(who, dateLabel(Math.floor((now + days * DAY) / SECOND)))}{' '}
      {texts.lockWords}
    </p>
  );
};

const PersonName = ({ pubkey, days }: { pubkey: string; days: Days }) => (
  <Comes who={useDisplayName(pubkey)} days={days} />
);

type Props = { value: LockWish; onChange: (wish: LockWish) => void; problem: string | undefined };

const Who = ({ value: { typed, person, days }, onChange, problem }: Props) => {
  const id = useId();
  const type = (text: string) => onChange({ typed: text, person: decodeProfileId(text.trim())?.pubkey, days });
  const isName = person === undefined && typed.trim().length > 1 && !KEY.test(typed.trim());
  return (
    <>
      <div className="field">
        <label htmlFor={id}>
          {texts.lockLabel} <small>{texts.lockHint}</small>
        </label>
        <div className="inset">
          <input
            className="input"
            id={id}
            dir="auto"
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={(event) => type(event.target.value)}
          />
        </div>
        {problem !== undefined && <Problem id={`${id}-problem`}>{problem}</Problem>}
      </div>
      {isName && (
        <Suspense>
          <Named
            name={typed.trim()}
            onChoose={(pubkey) => onChange({ typed: encodeNpub(pubkey), person: pubkey, days })}
          />
        </Suspense>
      )}
    </>
  );
};

/** For whom a token is locked, until when, and what that means. */
export const LockChoice = (props: Props) => {
  const { value, onChange } = props;
  const id = useId();
  const [isOpen, open] = useState(false);
  const { person, typed, days } = value;
  if (!isOpen)
    return (
      <div className="row">
        <Button look="ghost" size="s" icon="lock" aria-expanded={false} onClick={() => open(true)}>
          {texts.lock}
        </Button>
      </div>
    );
  return (
    <fieldset className="stack">
      <legend>{texts.lock}</legend>
      <Who {...props} />
      <div className="field">
        <label htmlFor={id}>{texts.lockTime}</label>
        <select
          className="input"
          id={id}
          value={days}
          onChange={(event) => onChange({ ...value, days: Number(event.target.value) as Days })}
        >
          {DAYS.map((one) => (
            <option key={one} value={one}>
              {texts.lockDays(one)}
            </option>
          ))}
        </select>
      </div>
      {person !== undefined ? (
        <PersonName pubkey={person} days={days} />
      ) : (
        KEY.test(typed.trim()) && <Comes who={texts.lockSomebody} days={days} />
      )}
    </fieldset>
  );
};
