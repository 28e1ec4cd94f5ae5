import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { ChartState } from '#domain/inspector/chart.ts';
import { arrowLines, statesOf } from '#domain/inspector/chart-words.ts';
import {
  arrowLabelSize,
  headX,
  MEASURE,
  stateTextSize,
  type ArrowPlace,
  type Box,
  type ChartLayout,
  type Way,
} from '#domain/inspector/chart-layout.ts';
import { headWords, linesOf, placeHeads, runsThrough } from './chart-heads.ts';

/** of the whole */
const WHOLE = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.randomSeed': '1',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
} as const;

/** of each state that holds others, for the library hands it down to none */
const SPACING = {
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '30',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.spacing.componentComponent': '24',
} as const;

const startId = (id: string) => `${id} start`;

/** Ids of states that keep their left free for their words. */
type Roomy = ReadonlySet<string>;

const nodeOf = (state: ChartState, roomy: Roomy): ElkNode => {
  const [width, height] = stateTextSize(state);
  if (state.states.length === 0) return { id: state.id, width, height };
  const starts = state.type === 'parallel' ? undefined : state.initial;
  const dot = { id: startId(state.id), width: 2 * MEASURE.dot, height: 2 * MEASURE.dot };
  const { pad } = MEASURE;
  return {
    id: state.id,
    layoutOptions: {
      ...SPACING,
      'elk.padding': `[top=${height + pad},left=${roomy.has(state.id) ? width : pad},bottom=${pad},right=${pad}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${height})`,
    },
    children: [...(starts === undefined ? [] : [dot]), ...state.states.map((child) => nodeOf(child, roomy))],
  };
};

/** The states side by side in the order a reader meets them: from the first one on, along the arrows. */
const siblingOrder = ({ states, initial }: ChartState): readonly ChartState[] => {
  const found = new Set<ChartState>();
  const within = (state: ChartState): readonly string[] => [
    ...state.transitions.flatMap(({ targets }) => targets),
    ...state.states.flatMap(within),
  ];
  const follow = (state: ChartState) => {
    if (found.has(state)) return;
    found.add(state);
    const targets = within(state);
    for (const next of states) if (targets.some((id) => isIn(id, next))) follow(next);
  };
  for (const state of [...states.filter(({ id }) => id === initial), ...states]) follow(state);
  return [...found];
};

const isIn = (id: string, { id: outer }: ChartState) => id === outer || id.startsWith(`${outer}.`);

/** Whether an arrow leads to a state that is met earlier: it is laid the other way round, so that the first stays above. */
const leadsBack = (chart: ChartState, from: string, to: string): boolean => {
  const order = siblingOrder(chart);
  const [a, b] = [from, to].map((id) => order.findIndex((state) => isIn(id, state))) as [number, number];
  return a === b && a >= 0 ? leadsBack(order[a]!, from, to) : a > b && b >= 0;
};

const arrowId = (of: number, transition: number, target: number) => `${of} ${transition} ${target}`;

const edgesOf = (chart: ChartState): ElkExtendedEdge[] =>
  statesOf(chart).flatMap((state, of) => [
    ...(state.initial === undefined || state.type === 'parallel'
      ? []
      : [{ id: startId(state.id), sources: [startId(state.id)], targets: [state.initial] }]),
    ...state.transitions.flatMap((transition, index) =>
      transition.targets.map((target, place) => {
        const lines = arrowLines(state, transition);
        const [width, height] = arrowLabelSize(lines);
        const ends = [state.id, target];
        if (leadsBack(chart, state.id, target)) ends.reverse();
        return {
          id: arrowId(of, index, place),
          sources: ends.slice(0, 1),
          targets: ends.slice(1),
          labels: [{ text: lines.join('\n'), width, height }],
        };
      }),
    ),
  ]);

const boxes = (node: ElkNode): [string, Box][] => [
  [node.id, [node.x ?? 0, node.y ?? 0, node.width ?? 0, node.height ?? 0].map(Math.round) as unknown as Box],
  ...(node.children ?? []).flatMap(boxes),
];

const wayOf = ({ sections = [] }: ElkExtendedEdge): Way =>
  sections
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .flatMap(({ x, y }) => [Math.round(x), Math.round(y)]);

const turned = (way: Way): Way => {
  const points = way.flatMap((x, index) => (index % 2 === 0 ? [[x, way[index + 1]!]] : []));
  return points.reverse().flat();
};

const arrowOf = (edge: ElkExtendedEdge, states: readonly ChartState[]): ArrowPlace => {
  const [of, transition, target] = edge.id.split(' ').map(Number) as [number, number, number];
  const { x = 0, y = 0, width = 0 } = edge.labels?.[0] ?? {};
  const way = edge.sources[0] === states[of]!.id ? wayOf(edge) : turned(wayOf(edge));
  return { of, transition, target, way, label: [Math.round(x + width / 2), Math.round(y)] };
};

const isStart = ({ id }: { id: string }) => id.endsWith(' start');

const placed = async (chart: ChartState, roomy: Roomy): Promise<Omit<ChartLayout, 'heads'>> => {
  const states = statesOf(chart);
  const children = [nodeOf(chart, roomy)];
  const root = { id: '', layoutOptions: { ...WHOLE, ...SPACING }, children, edges: edgesOf(chart) };
  const done = await new ELK().layout<ElkNode>(root);
  const found = new Map(boxes(done));
  const edges = done.edges ?? [];
  return {
    size: [Math.ceil(done.width ?? 0), Math.ceil(done.height ?? 0)],
    states: states.map(({ id }) => found.get(id)!),
    arrows: edges.filter((edge) => !isStart(edge)).map((edge) => arrowOf(edge, states)),
    starts: edges.filter(isStart).map(wayOf),
  };
};

/** Where everything of a chart stands. The same chart gives the same layout. */
export const layoutOf = async (chart: ChartState, roomy: Roomy = new Set()): Promise<ChartLayout> => {
  const layout = await placed(chart, roomy);
  const { heads, tight } = placeHeads(chart, layout);
  // what is laid anew may be tight elsewhere, but no state is so twice
  if (tight.some((id) => !roomy.has(id))) return layoutOf(chart, new Set([...roomy, ...tight]));
  return { ...layout, heads };
};

const touches = ([x, y, width, height]: Box, [px, py]: readonly [number, number]) => {
  const inside = px >= x - 2 && px <= x + width + 2 && py >= y - 2 && py <= y + height + 2;
  const deep = px > x + 2 && px < x + width - 2 && py > y + 2 && py < y + height - 2;
  return inside && !deep;
};

const apart = (a: Box, b: Box) =>
  a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1];

const holds = (outer: Box, inner: Box) =>
  inner[0] >= outer[0] &&
  inner[1] >= outer[1] &&
  inner[0] + inner[2] <= outer[0] + outer[2] &&
  inner[1] + inner[3] <= outer[1] + outer[3];

const transitionOf = (states: readonly ChartState[], { of, transition }: Pick<ArrowPlace, 'of' | 'transition'>) =>
  states[of]!.transitions[transition]!;

const labelBox = (states: readonly ChartState[], { of, transition, label: [x, y] }: ArrowPlace): Box => {
  const [width, height] = arrowLabelSize(arrowLines(states[of]!, transitionOf(states, { of, transition })));
  // the letters are a little smaller than their lines
  return [x - width / 2 + 4, y + 1, width - 8, height - 2];
};

/** Words that something runs over: an arrow, other words, a state. */
const coveredWords = (chart: ChartState, layout: ChartLayout): readonly string[] => {
  const states = statesOf(chart);
  const own = states.map((state, of) =>
    state.states.length > 0 ? headWords(state, layout.states[of]!, headX(layout, of)) : layout.states[of]!,
  );
  const labels = layout.arrows.map((arrow) => labelBox(states, arrow));
  const lines = [...layout.arrows.map(({ way }) => way), ...layout.starts].map(linesOf);
  const under = (box: Box, mine?: number) =>
    lines.some((way, at) => at !== mine && way.some((line) => runsThrough(box, line)));
  const nameOf = (at: number) =>
    arrowLines(states[layout.arrows[at]!.of]!, transitionOf(states, layout.arrows[at]!)).join(' ');
  return [
    ...states
      .filter((state, of) => state.states.length > 0 && under(own[of]!))
      .map(({ id }) => `an arrow runs over ${id}`),
    ...labels.flatMap((box, at) => [
      ...(under(box, at) ? [`an arrow runs over '${nameOf(at)}'`] : []),
      ...labels.slice(at + 1).flatMap((other) => (apart(box, other) ? [] : [`words lie over '${nameOf(at)}'`])),
      ...own.flatMap((words, of) => (apart(box, words) ? [] : [`'${nameOf(at)}' lies over ${states[of]!.id}`])),
    ]),
  ];
};

/** What nobody could read: states over each other or outside their own, arrows that begin or end nowhere or run over words. */
export const layoutFaults = (chart: ChartState, layout: ChartLayout): readonly string[] => {
  const { states: boxes, arrows } = layout;
  const states = statesOf(chart);
  const boxOf = (id: string) => boxes[states.findIndex((state) => state.id === id)]!;
  const crowded = states.flatMap(({ id, states: inner }) => [
    ...inner.filter((child) => !holds(boxOf(id), boxOf(child.id))).map((child) => `${child.id} is not in ${id}`),
    ...inner.flatMap((a, index) =>
      inner.slice(index + 1).flatMap((b) => (apart(boxOf(a.id), boxOf(b.id)) ? [] : `${a.id} is over ${b.id}`)),
    ),
  ]);
  const loose = arrows.flatMap(({ of, transition, target, way }) => {
    const from = states[of]!;
    const to = transitionOf(states, { of, transition }).targets[target]!;
    const begins = touches(boxOf(from.id), [way[0]!, way[1]!]);
    const ends = touches(boxOf(to), [way.at(-2)!, way.at(-1)!]);
    return begins && ends ? [] : `the arrow from ${from.id} to ${to} is loose`;
  });
  const count = states.flatMap(({ transitions }) => transitions.flatMap(({ targets }) => targets)).length;
  return [
    ...crowded,
    ...loose,
    ...coveredWords(chart, layout),
    ...(count === arrows.length ? [] : ['arrows are missing']),
  ];
};

/** A line for each state and arrow: what changed is seen in a comparison. */
export const layoutText = ({ size, states, arrows, starts, heads }: ChartLayout): string => {
  const lines = (items: readonly unknown[]) => items.map((item) => `\n  ${JSON.stringify(item)}`).join(',');
  return [
    `{"size":${JSON.stringify(size)}`,
    `"states":[${lines(states)}]`,
    `"arrows":[${lines(arrows)}]`,
    `"starts":[${lines(starts)}]`,
    `"heads":[${lines(heads)}]}\n`,
  ].join(',\n');
};
