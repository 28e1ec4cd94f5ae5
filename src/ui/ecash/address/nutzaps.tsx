import { useSyncExternalStore } from 'react';
import type { NutzapStand, WaitingNutzap } from '#ports/nutzaps.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { whole } from '#ui/texts/formats.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import { useMuted } from '#ui/system-context.ts';

/** How the user takes ecash that others give. */
const useNutzapStand = (): NutzapStand => {
  const { stand } = useEcash().nutzaps;
  return useSyncExternalStore(stand.subscribe, stand.get);
};

/** One that waits: who gave it, how much, and the way to take it. */
const Waiting = ({ nutzap }: { nutzap: WaitingNutzap }) => {
  const { id, sender, sats, comment, problem } = nutzap;
  const { nutzaps } = useEcash();
  const act = useAct();
  const isMuted = useMuted().has(sender);
  const { tips } = ecashTexts;
  return (
    <li className="item">
      <PersonAvatar pubkey={sender} size="s" />
      <span className="item__txt grow">
        <b>{tips.from(useNameInText(sender), whole(sats))}</b>
        {comment !== '' && !isMuted && <small dir="auto">{comment}</small>}
        {problem && <small className="c-warn">{tips.later(ecashProblemText(problem))}</small>}
        <ActProblem act={act} />
      </span>
      <Button look="line" size="s" busy={act.isBusy} onClick={() => act.run(async () => void (await nutzaps.take(id)))}>
        {tips.take}
      </Button>
    </li>
  );
};

/** Whether others are told how to give ecash, what becomes of what comes, and what waits. */
export const Tips = () => {
  const { nutzaps } = useEcash();
  const { receives, isElsewhere, isPublished, byHand, toWallet, notSentOn, waiting } = useNutzapStand();
  const { tips } = ecashTexts;
  return (
    <>
      {isElsewhere && (
        <Banner icon="info" title={tips.elsewhere}>
          {tips.elsewhereWhy}
        </Banner>
      )}
      <div className="list">
        <SwitchRow
          label={tips.receive}
          hint={receives && isPublished === false ? tips.notYet : tips.receiveWhy}
          checked={receives}
          onChange={(checked) => nutzaps.set({ receives: checked })}
        />
        {receives && (
          <SwitchRow
            label={tips.atOnce}
            hint={tips.atOnceWhy}
            checked={!byHand}
            onChange={(checked) => nutzaps.set({ byHand: !checked })}
          />
        )}
        {receives && (
          <SwitchRow
            label={tips.toWallet}
            hint={tips.toWalletWhy}
            checked={toWallet}
            onChange={(checked) => nutzaps.set({ toWallet: checked })}
          />
        )}
      </div>
      {notSentOn && (
        <Banner tone="warn" icon="alert" title={ecashProblemText(notSentOn)}>
          {tips.stays}
        </Banner>
      )}
      {waiting.length > 0 && (
        <section className="stack" aria-label={tips.waiting}>
          <h3 className="t-sm c-2">{tips.waiting}</h3>
          <ul className="list">
            {waiting.map((nutzap) => (
              <Waiting key={nutzap.id} nutzap={nutzap} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
