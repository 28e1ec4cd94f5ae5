/** A transition of a chart, as `statecharts/*.json` lists it. */
export type ChartTransition = {
  /** '' for one that is taken at once, without an event */
  readonly event: string;
  readonly guard?: string;
  readonly actions: readonly string[];
  /** ids of states; none: it stays where it is */
  readonly targets: readonly string[];
};

/** A state of a chart with those inside it; the outermost is the chart itself. */
export type ChartState = {
  /** the way from the chart as in `login.account.locked` */
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly description?: string;
  readonly initial?: string;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invoke: readonly { readonly id: string; readonly src: string }[];
  readonly transitions: readonly ChartTransition[];
  readonly states: readonly ChartState[];
};

/** A transition by its state and its place there, counted from 0: `login.account.locked#2`. */
export type TransitionId = `${string}#${number}`;
