/** One step of something that is under way; `state` is left out for what comes. */
export type Step = {
  readonly state?: 'done' | 'now' | 'bad' | undefined;
  readonly text: string;
  /** what stands at its end: a time, an amount */
  readonly end?: string | undefined;
};

/** How far something has come. */
export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="steps">
    {steps.map(({ state, text, end = '' }) => (
      <li key={text} data-s={state} aria-current={state === 'now' ? 'step' : undefined}>
        <span>{text}</span>
        <span className="num">{end}</span>
      </li>
    ))}
  </ol>
);
