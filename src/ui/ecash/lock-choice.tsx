import { useId } from 'react';
import { TAKE_BACK_DAYS, TAKE_BACK_USUAL_DAYS } from '#domain/ecash/ecash-limits.ts';
import type { Lock } from '#domain/ecash/proof.ts';
import { lockPubkey } from '#domain/ecash/pubkey.ts';
import { decodeProfileId, encodeNpub } from '#domain/protocol/identifiers.ts';
import { DAY, SECOND } from '#domain/units.ts';
import type { Ecash } from '#ports/ecash.ts';
import { Button } from '#ui/kit/button.tsx';
import { useClock } from '#ui/money/use-clock.ts';
import { useDisplayName } from '#ui/queries.ts';
import { dateLabel } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { PersonField } from './person-field.tsx';

const texts = ecashMovesTexts.send;

type Days = (typeof TAKE_BACK_DAYS)[number];

const KEY = /^(?:0[23])?[\da-f]{64}$/i;

/** Whether a token is to be locked, and for whom, as far as it was typed or chosen; `person`: hex. */
export type LockWish = {
  readonly isWanted: boolean;
  readonly typed: string;
  readonly person: string | undefined;
  readonly days: Days;
};

export const NO_LOCK: LockWish = { isWanted: false, typed: '', person: undefined, days: TAKE_BACK_USUAL_DAYS };

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
  { isWanted, typed, person, days }: LockWish,
  ownKey: string | undefined,
): Promise<{ readonly lock?: Lock; readonly person?: string }> => {
  if (!isWanted) return {};
  const key = typed.trim();
  // whoever opened the choice means to lock it: nothing leaves unlocked by oversight
  if (person === undefined && !KEY.test(key)) return refuse(texts.lockNobody);
  const pubkey = person === undefined ? lockPubkey(key) : ((await ecash.lockKeyOf(person)) ?? refuse(texts.lockNoKey));
  const locktime = Math.floor((Date.now() + days * DAY) / SECOND);
  const isBack = days !== 0 && ownKey !== undefined;
  return {
    lock: { pubkey, ...(isBack && { locktime, refund: [ownKey] }) },
    ...(person !== undefined && { person }),
  };
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

const Who = ({ value, onChange, problem }: Props) => (
  <PersonField
    label={texts.lockLabel}
    hint={texts.lockHint}
    value={value.typed}
    isName={value.person === undefined && !KEY.test(value.typed.trim())}
    onType={(text) => onChange({ ...value, typed: text, person: decodeProfileId(text.trim())?.pubkey })}
    onChoose={(pubkey) => onChange({ ...value, typed: encodeNpub(pubkey), person: pubkey })}
    problem={problem}
  />
);

/** For whom a token is locked, until when, and what that means. */
export const LockChoice = (props: Props) => {
  const { value, onChange } = props;
  const id = useId();
  const { isWanted, person, typed, days } = value;
  if (!isWanted)
    return (
      <div className="row">
        <Button
          look="ghost"
          size="s"
          icon="lock"
          aria-expanded={false}
          onClick={() => onChange({ ...value, isWanted: true })}
        >
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
          {TAKE_BACK_DAYS.map((one) => (
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
      <div className="row">
        <Button look="ghost" size="s" onClick={() => onChange(NO_LOCK)}>
          {texts.lockNot}
        </Button>
      </div>
    </fieldset>
  );
};
