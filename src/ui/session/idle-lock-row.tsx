import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { IDLE_LOCK_MINUTES } from '#domain/session/session-limits.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useAccount, useArea } from '#ui/system-context.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';

/** How long without a touch the key stays unlocked. */
export const IdleLockRow = () => {
  const id = useId();
  const idleLock = useArea('idle-lock');
  const { persisted } = useAccount();
  const minutes = useSelector(idleLock, ({ context }) => context.minutes);
  return (
    <div className="item idle">
      <span className="item__ico">
        <Icon name="clock" />
      </span>
      <label className="item__txt" htmlFor={id}>
        <b>{texts.idle.label}</b>
        <small id={`${id}-why`}>{persisted ? texts.idle.why : texts.idle.whyMemory}</small>
      </label>
      <select
        className="input"
        id={id}
        value={minutes}
        aria-describedby={`${id}-why`}
        onChange={(event) => idleLock.send({ type: 'idleLock.choose', minutes: Number(event.target.value) })}
      >
        {IDLE_LOCK_MINUTES.map((choice) => (
          <option key={choice} value={choice}>
            {choice === 0 ? texts.idle.never : texts.idle.minutes(choice)}
          </option>
        ))}
      </select>
    </div>
  );
};
