// Parts of libraries that nothing in the app reaches. The build leaves them out (scripts/leave-out.ts): what stands in their
// place throws, so that a browser test fails where one of them is reached after all. Each must be found exactly once, so
// that another version of a library fails the build instead of slipping through.

/** What is left out of one file of a library. */
export type Cut = {
  /** functions and methods of a prototype that are never called, by what would call them */
  readonly functions?: Readonly<Record<string, readonly string[]>>;
  /** methods in the body of a class that are never called, by what would call them */
  readonly methods?: Readonly<Record<string, readonly string[]>>;
  /** functions that do nothing and answer always the same where the parts above are not used */
  readonly answers?: Readonly<Record<string, string>>;
  /** cases of the switches in these functions, by their values */
  readonly cases?: Readonly<Record<string, readonly number[]>>;
  /** exact texts, what stands there instead, and how often the text is found */
  readonly texts?: readonly (readonly [from: string | RegExp, to: string, times: number])[];
};

const reactDom: Cut = {
  functions: {
    'pages drawn by a server, which this is not': [
      'throwOnHydrationMismatch',
      'prepareToHydrateHostInstance',
      'canHydrateInstance',
      'canHydrateTextInstance',
      'canHydrateHydrationBoundary',
      'restoreSuspendedTreeContext',
      'getHydratableHoistableCache',
      'updateDehydratedSuspenseComponent',
      'retrySuspenseComponentWithoutHydrating',
      'retryActivityComponentWithoutHydrating',
      'clearHydrationBoundary',
      'hideOrUnhideDehydratedBoundary',
      'getBumpedLaneForHydrationByLane',
      'getNextHydratable',
      'getNextHydratableInstanceAfterHydrationBoundary',
      'registerSuspenseInstanceRetry',
      'queueIfContinuousEvent',
      'accumulateOrCreateContinuousQueuedReplayableEvent',
      'ReactDOMHydrationRoot',
      'ReactDOMHydrationRoot.prototype.unstable_scheduleHydration',
      'exports.hydrateRoot',
    ],
    '<ViewTransition>': [
      'startViewTransition',
      'commitAfterMutationEffectsOnFiber',
      'measureViewTransitionHostInstancesRecursive',
      'applyViewTransitionToHostInstancesRecursive',
      'scheduleViewTransitionEvent',
      'createViewTransitionInstance',
      'createMeasurement',
      'ViewTransitionPseudoElement',
      'ViewTransitionPseudoElement.prototype.animate',
      'ViewTransitionPseudoElement.prototype.getAnimations',
      'ViewTransitionPseudoElement.prototype.getComputedStyle',
    ],
    '<link>, <style>, <script>, <title> and <meta> in a view, and what loads files ahead': [
      'acquireResource',
      'getResource',
      'preload',
      'preloadModule',
      'preinitStyle',
      'preinitScript',
      'preinitModuleScript',
      'suspendResource',
      'insertStylesheetIntoRoot',
      'preloadStylesheet',
      'preconnectAs',
      'insertStylesheet',
      'insertSuspendedStylesheets',
      'mountHoistable',
      'adoptPreloadPropsForScript',
      'preloadResourceAndSuspendIfNeeded',
      'commitHostSingletonAcquisition',
      'resolveSingletonInstance',
      'releaseSingletonInstance',
    ],
    '<Activity>, <SuspenseList>': [
      'updateActivityComponent',
      'updateSuspenseListComponent',
      'initSuspenseListRenderState',
      'cutOffTailIfNeeded',
    ],
    'references to a <Fragment>': [
      'FragmentInstance',
      'FragmentInstance.prototype.addEventListener',
      'FragmentInstance.prototype.removeEventListener',
      'FragmentInstance.prototype.dispatchEvent',
      'FragmentInstance.prototype.focus',
      'FragmentInstance.prototype.focusLast',
      'FragmentInstance.prototype.blur',
      'FragmentInstance.prototype.observeUsing',
      'FragmentInstance.prototype.unobserveUsing',
      'FragmentInstance.prototype.getClientRects',
      'FragmentInstance.prototype.getRootNode',
      'FragmentInstance.prototype.compareDocumentPosition',
      'FragmentInstance.prototype.scrollIntoView',
      'validateDocumentPositionWithFiberTree',
      'commitNewChildToFragmentInstance',
      'deleteChildFromFragmentInstance',
      'schedulePendingIntersectionUnobserve',
      'collectClientRects',
      'scrollTextNodeIntoView',
      'indexOfEventListener',
      'setFocusIfFocusable',
    ],
    'functions as the action of a form, and the hooks of that': [
      'mountActionState',
      'updateActionStateImpl',
      'runActionStateAction',
      'dispatchActionState',
      'rerenderActionState',
      'handleActionReturnValue',
      'onActionSuccess',
      'onActionError',
      'ensureFormComponentIsStateful',
      'startHostTransition',
      'TransitionAwareHostComponent',
    ],
    'elements that a page defines itself': ['setPropOnCustomElement'],
  },
  answers: {
    popHydrationState: '!1',
    commitSuspenseHydrationCallbacks: '',
    commitActivityHydrationCallbacks: '',
    retryIfBlockedOn: '',
    commitExitViewTransitions: '',
    commitEnterViewTransitions: '',
    commitNestedViewTransitions: '',
    measureNestedViewTransitions: '',
    restoreEnterOrExitViewTransitions: '',
    restoreNestedViewTransitions: '',
    getStackByFiberInDevAndProd: '""',
    defaultOnDefaultTransitionIndicator: '',
  },
  // kinds of nodes that only these parts make: the first function meets each before all others
  cases: {
    beginWork: [19, 26, 27, 30, 31],
    completeWork: [19, 26, 27, 31],
    unwindWork: [19, 31],
    commitMutationEffectsOnFiber: [19, 26, 27, 30, 31],
    commitLayoutEffectOnFiber: [30, 31],
    commitDeletionEffectsOnFiber: [18, 26, 27, 30],
    commitPassiveMountOnFiber: [30, 31],
    recursivelyTraverseReappearLayoutEffects: [26, 27, 30, 31],
    recursivelyTraverseDisappearLayoutEffects: [26, 27, 30],
  },
  texts: [
    ['  isHydrating = !1,\n', '', 1],
    ['  isHydrating = !1;\n', '', 1],
    [/\bisHydrating = !0/g, '!1', 5],
    [/\bisHydrating\b(?!\$|\n\) \{)/g, '!1', 35],
  ],
};

/** The build takes out calls of the console; these hand it on to be called. */
const quiet: Cut = { texts: [['.catch(console.error)', '.catch(() => {})', 1]] };

/** The block that such a line begins, with its `else` where it has one: none of our charts has states that remember. */
const HISTORY_STATES = [
  [/\n    if \(isHistoryNode\(targetNode\)\) \{[^]*?\n    \} else \{/g, '\n    {', 1],
  [/\n  if \(isHistoryNode\(stateNode\)\) \{[^]*?\n  \} else \{/g, '\n  {', 1],
  [/\n    for \(const historyNode of getHistoryNodes\(exitStateNode\)\) \{[^]*?\n    \}\n/g, '\n', 1],
  [/!isHistoryNode\(\w+\)/g, 'true', 5],
] as const;

/** What they complain of is found by the type checker and by the tests, which run the whole library. */
const complaints = (...texts: readonly string[]) => texts.map((text) => [text, '', 1] as const);

/** The charts' library: what keeps and restores snapshots, describes a chart, routes, and states that remember. */
const xstate: Cut = {
  functions: { 'snapshots that are kept': ['getPersistedSnapshot'] },
  methods: { 'other tools': ['attachDevTools', 'select'] },
  answers: { formatRouteTransitions: '' },
  texts: [
    ['logger: console.log.bind(console)', 'logger: () => {}', 1],
    ...HISTORY_STATES,
    ...complaints(
      'Null events ("") cannot be specified as a transition key. Use `always: { ... }` instead.',
      ' is not a valid target from the root node. Did you mean ".${target}"?',
      " microsteps without reaching a stable state. This usually happens when there's a cycle of transitions (e.g., eventless transitions or raised events causing state A -> B -> C -> A).",
    ),
  ],
};

const xstateMachine: Cut = {
  methods: { 'snapshots that are kept': ['restoreSnapshot', 'resolveState'] },
  texts: [
    [/\n  get definition\(\) \{[^]*?\n  \}/g, '\n  get definition() { leftOut(); }', 2],
    ...complaints(
      ' for compound state node "#${this.id}". Try adding { initial: "${Object.keys(this.states)[0]}" } to the state config.',
    ),
  ],
};

/** By the end of the file's path. */
export const cuts: Readonly<Record<string, Cut>> = {
  'react-dom/cjs/react-dom-client.production.js': reactDom,
  'react-dom/cjs/react-dom.production.js': {
    functions: {
      'what loads files ahead': [
        'exports.preconnect',
        'exports.prefetchDNS',
        'exports.preinit',
        'exports.preinitModule',
        'exports.preload',
        'exports.preloadModule',
      ],
    },
  },
  '@tanstack/react-router/dist/esm/Transitioner.js': quiet,
  '@tanstack/react-router/dist/esm/CatchBoundary.js': { functions: { 'we bring our own': ['ErrorComponent'] } },
  '@tanstack/react-router/dist/esm/not-found.js': { functions: { 'we bring our own': ['DefaultGlobalNotFound'] } },
  '@tanstack/react-router/dist/esm/ClientOnly.js': { functions: { 'pages drawn by a server': ['ClientOnly'] } },
  '@tanstack/react-router/dist/esm/useLoaderData.js': { functions: { loaders: ['useLoaderData'] } },
  '@tanstack/react-router/dist/esm/useLoaderDeps.js': { functions: { loaders: ['useLoaderDeps'] } },
  '@tanstack/router-core/dist/esm/redirect.js': { functions: { redirects: ['redirect'] } },
  '@tanstack/router-core/dist/esm/load-client.js': {
    ...quiet,
    functions: { redirects: ['followRedirect', 'materializeRedirect'] },
  },
  '@tanstack/router-core/dist/esm/rewrite.js': {
    functions: { 'addresses that are rewritten': ['rewriteBasepath', 'composeRewrites'] },
  },
  '@tanstack/router-core/dist/esm/path.js': {
    functions: { 'characters of a path that are kept': ['compileDecodeCharMap'] },
  },
  '@tanstack/router-core/dist/esm/new-process-route-tree.js': {
    functions: { 'masks of routes': ['processRouteMasks'] },
  },
  '@tanstack/router-core/dist/esm/router.js': {
    texts: ['resolveRedirect', 'clearCache'].map((name) => [
      new RegExp(`\\n\\t\\tthis\\.${name} = [^]*?\\n\\t\\t\\};`, 'g'),
      `\n\t\tthis.${name} = leftOut;`,
      1,
    ]),
  },
  'xstate/dist/raise-effbee0c.esm.js': xstate,
  'xstate/dist/StateMachine-ae06a22b.esm.js': xstateMachine,
  '@tanstack/react-query/build/modern/QueryClientProvider.js': {
    texts: [['No QueryClient set, use QueryClientProvider to set one', '', 1]],
  },
  '@tanstack/query-core/build/modern/queryClient.js': {
    methods: {
      'endless queries': ['infiniteQuery', 'fetchInfiniteQuery', 'prefetchInfiniteQuery', 'ensureInfiniteQueryData'],
      'who acts is a statechart': [
        'setMutationDefaults',
        'getMutationDefaults',
        'defaultMutationOptions',
        'isMutating',
      ],
      'other ways to ask': ['ensureQueryData', 'resetQueries', 'isFetching'],
    },
  },
  '@tanstack/query-core/build/modern/queryObserver.js': {
    methods: { 'placeholders of suspended views': ['fetchOptimistic'] },
    texts: [[/if \(this\.options\.enabled !== void 0 && .* throw new Error\("Expected enabled .*"\);/g, '', 1]],
  },
  'react/cjs/react.production.js': {
    functions: { 'React.Children and cloneElement': ['mapIntoArray', 'mapChildren', 'exports.cloneElement'] },
    // the compiler refuses what these complain of
    texts: [
      ['takes an object of state variables to update or a function which returns an object of state variables.', '', 1],
    ],
  },
};

/** Called in place of what is left out. */
export const THROWS =
  'function leftOut() { throw Error("This part of a library is left out: see scripts/left-out.ts"); }\n';

/**
 * Whole files that nothing here uses, and the little that is asked of them nevertheless: mutations and endless queries (who
 * acts or pages is a statechart), and the router's own way to restore where a page was scrolled to (screens bring their own
 * place back).
 */
export const files: Readonly<Record<string, string>> = {
  '@tanstack/query-core/build/modern/mutationCache.js': `
    export class MutationCache { findAll() { return []; } clear() {} resumePausedMutations() { return Promise.resolve(); } }
    for (const name of ['build', 'add', 'remove', 'runNext', 'canRun', 'getAll', 'find', 'notify', 'subscribe', 'hasListeners'])
      MutationCache.prototype[name] = leftOut;`,
  '@tanstack/query-core/build/modern/infiniteQueryBehavior.js': `
    export { leftOut as hasNextPage, leftOut as hasPreviousPage, leftOut as infiniteQueryBehavior };`,
  '@tanstack/router-core/dist/esm/scroll-restoration.js': `
    export const setupScrollRestoration = () => {};
    export const storageKey = 'unused';
    export { leftOut as defaultGetScrollRestorationKey, leftOut as getElementScrollRestorationEntry };`,
};
