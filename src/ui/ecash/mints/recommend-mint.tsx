import { useId, useState } from 'react';
import { REVIEW_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { recommendation, withdrawal, type Review } from '#domain/ecash/mints/recommendation.ts';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { useActing } from '#ui/system-context.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { useNoteMine, useRecommended } from './use-recommended.ts';

const { recommended: texts } = ecashTexts;

type Props = { facts: MintFacts; name: string };
type FormProps = Props & { mine: Review | undefined; onDone: () => void };

const Form = ({ facts: { url, info }, name, mine, onDone }: FormProps) => {
  const id = useId();
  const { publishing, writing } = useActing();
  const act = useAct();
  const note = useNoteMine();
  const [text, setText] = useState(mine?.text ?? '');
  const [type, secret, onKeyDown] = useNoSecret(setText);
  const publish = () =>
    act.run(async () => {
      const template = recommendation({ url, name: info.pubkey ?? url, text }, writing.stamp());
      const event = await publishing.outcome(publishing.post({ what: 'recommendation', template, targetBits: 0 }));
      note(url, { id: event.id, pubkey: event.pubkey, at: event.created_at, text: event.content });
      onDone();
    });
  return (
    <>
      <div className="field">
        <label htmlFor={id}>
          {texts.say(name)} <small>{texts.optional}</small>
        </label>
        <textarea
          className="input"
          id={id}
          rows={3}
          maxLength={REVIEW_MAX_CHARACTERS}
          value={text}
          aria-invalid={secret !== undefined || undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {secret !== undefined && <Problem id={`${id}-problem`}>{secret}</Problem>}
      </div>
      <p className="hint">{texts.public}</p>
      <ActProblem act={act} />
      <div className="row">
        <Button look="primary" busy={act.isBusy} onClick={publish}>
          {mine ? texts.save : texts.recommend(name)}
        </Button>
        <Button onClick={onDone}>{texts.cancel}</Button>
      </div>
    </>
  );
};

/** What the user says of a mint they use: said, changed, or taken back. */
export const RecommendMint = ({ facts, name }: Props) => {
  const { publishing, writing } = useActing();
  const mine = useRecommended().known?.mine[facts.url];
  const note = useNoteMine();
  const act = useAct();
  const [isOpen, open] = useState(false);
  const takeBack = () =>
    act.run(async () => {
      const template = withdrawal(mine!, facts.info.pubkey ?? facts.url, writing.stamp());
      await publishing.outcome(publishing.post({ what: 'deletion', template, targetBits: 0 }));
      note(facts.url, undefined);
    });
  if (isOpen)
    return (
      <section className="wl__part">
        <h2>{texts.yours}</h2>
        <Form facts={facts} name={name} mine={mine} onDone={() => open(false)} />
      </section>
    );
  return (
    <section className="wl__part">
      <h2>{texts.yours}</h2>
      {mine ? <p className="c-2 md__text">{mine.text === '' ? texts.mine(name) : mine.text}</p> : null}
      <ActProblem act={act} />
      <div className="row">
        <Button look="line" onClick={() => open(true)}>
          {mine ? texts.edit : texts.recommend(name)}
        </Button>
        {mine && (
          <Button look="ghost" busy={act.isBusy} onClick={takeBack}>
            {texts.withdraw}
          </Button>
        )}
      </div>
    </section>
  );
};
