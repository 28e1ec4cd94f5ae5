import { fromPromise, waitFor, type ActorRefFrom } from 'xstate';
import type { Acting } from '#ports/acting.ts';
import type { AsciiStudio } from '#ports/ascii-studio.ts';
import type { Ecash } from '#ports/ecash.ts';
import type { Inspector } from '#ports/inspector.ts';
import type { Session } from '#ports/session.ts';
import { databasesOf } from '#actors/shell/offered.ts';
import type { PaymentSource } from '#actors/wallet/wallet-link.ts';
import type { EcashRoute } from '#domain/wallet/payment.ts';
import type { Upkeep } from '#ports/upkeep.ts';
import type { Redeemed, Wallet } from '#ports/wallet.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import type { AreaName, GroupName } from '#machines/areas.ts';
import { areaGroupMachine } from '#machines/shell/area-group.machine.ts';
import { hasEcashTraces } from '#store/ledger/ecash-traces.ts';
import { renewLog } from '#store/storage/renew-log.ts';
import { hasWalletTraces } from '#store/wallet/wallet-traces.ts';
import type { AnyArea, AreaDeps, NamedAreas } from './deps.ts';
import type { EcashAreaDeps } from './ecash.ts';
import { areaGroupOf } from './group-names.ts';

type GroupRef = ActorRefFrom<typeof areaGroupMachine>;

/** How a group is started: its areas, and what the app has of it once they run. */
type Starts = { readonly [Group in GroupName]: () => Promise<void> };

export type Groups = {
  later(group: GroupName): Promise<void>;
  /** Starts the group of an area. */
  start(name: AreaName): Promise<void>;
  session(): Session | undefined;
  acting(): Acting | undefined;
  ascii(): AsciiStudio | undefined;
  inspector(): Inspector | undefined;
  upkeep(): Upkeep | undefined;
  wallet(): Wallet | undefined;
  ecash(): Ecash | undefined;
};

/** Under the root: starts an actor there, and gives one that runs. */
export type Root = {
  start(areas: Readonly<Record<string, AnyArea>>): void;
  actor(name: string): unknown;
};

/** Groups of which only traces of an earlier visit tell that somebody waits for them. */
const wantedAgain = ({ local }: AreaDeps['storages']): readonly GroupName[] => [
  ...(hasWalletTraces(local) ? (['wallet'] as const) : []),
  ...(hasEcashTraces(local) ? (['ecash'] as const) : []),
];

/** Ecash that was taken goes on to the Lightning wallet. */
const redeemBy = (parts: Parts, groups: Groups) => async (taken: Redeemed) => {
  await groups.later('wallet');
  await parts.wallet!.redeem(taken);
};

/** A wallet of ecash is opened by the key of the account. */
const startEcash = async (deps: Omit<EcashAreaDeps, 'redeem'>, groups: Groups, parts: Parts) => {
  await groups.later('session');
  const { areas, ...running } = arrived(await import('./ecash.ts')).ecashAreas({
    ...deps,
    redeem: redeemBy(parts, groups),
  });
  Object.assign(parts, running);
  return areas;
};

/** The ecash that invoices are paid from. */
const payFrom = (parts: Parts, groups: Groups) => ({
  source: (route: EcashRoute) => parts.source?.(route),
  start: () => groups.later('ecash'),
  running: () => parts.ecash,
});

/** Who opens a note or a person by the address asks relays only for what was not saved (CACHE-14). */
const startReading = async (deps: AreaDeps) => {
  const { readingAreas } = arrived(await import('./reading.ts'));
  await waitFor(deps.find('query-cache')!, (snapshot) => !snapshot.hasTag('restoring'));
  return readingAreas(deps);
};

const startsOf = (deps: AreaDeps, groups: Groups, parts: Parts, startAll: (areas: NamedAreas) => void): Starts => {
  const signer = () => parts.session?.signer();
  return {
    reading: () => startReading(deps).then(startAll),
    async session() {
      const group = arrived(await import('./session.ts')).sessionAreas({ ...deps, ready: groups.start });
      parts.session = group.session;
      startAll(group.areas);
      group.started();
      for (const wanted of wantedAgain(deps.storages)) groups.later(wanted).catch(() => {});
    },
    care: async () => startAll(arrived(await import('./care.ts')).careAreas({ ...deps, signer })),
    async acting() {
      const group = arrived(await import('./acting.ts')).actingAreas({ ...deps, signer });
      parts.acting = group.acting;
      startAll(group.areas);
    },
    async shell() {
      const { shellAreas } = arrived(await import('./shell.ts'));
      startAll(shellAreas({ ...deps, acting: groups.acting, startActing: () => groups.later('acting') }));
    },
    async upkeep() {
      const group = arrived(await import('./upkeep.ts')).upkeepAreas({
        ...deps,
        session: () => groups.later('session').then(() => parts.session!),
        ascii: groups.ascii,
        clearWallets: () => groups.later('wallet').then(() => parts.wallet!.forgetAll()),
      });
      parts.upkeep = group.upkeep;
      startAll(group.areas);
      group.started();
    },
    keyboard: async () => startAll({ shortcuts: arrived(await import('./shortcuts.ts')).shortcutsArea(deps) }),
    zaps: async () => startAll(arrived(await import('./zaps.ts')).zapsAreas({ ...deps, signer })),
    scan: async () => startAll({ scanner: arrived(await import('./scan.ts')).scannerArea(deps) }),
    async ascii() {
      const group = arrived(await import('./ascii.ts')).asciiAreas(deps);
      parts.ascii = group.studio;
      startAll(group.areas);
    },
    async inspector() {
      const group = arrived(await import('./inspector.ts')).inspectorAreas(deps);
      parts.inspector = group.inspector;
      startAll(group.areas);
    },
    async wallet() {
      // a saved wallet is opened by the key of the account
      await groups.later('session');
      const group = arrived(await import('./wallet.ts')).walletAreas({
        ...deps,
        signer,
        ecash: payFrom(parts, groups),
      });
      parts.wallet = group.wallet;
      startAll(group.areas);
    },
    ecash: () => startEcash({ ...deps, signer, session: () => parts.session }, groups, parts).then(startAll),
  };
};

type Parts = {
  session?: Session;
  acting?: Acting;
  ascii?: AsciiStudio;
  inspector?: Inspector;
  upkeep?: Upkeep;
  wallet?: Wallet;
  ecash?: Ecash;
  /** the ecash at a mint, to pay from */
  source?: (route: EcashRoute) => PaymentSource;
};

/** Settled once the group runs, or rejected with why it does not. */
const settled = (actor: GroupRef) =>
  new Promise<void>((resolve, reject) => {
    const look = (snapshot: ReturnType<GroupRef['getSnapshot']>) => {
      if (snapshot.hasTag('runs')) resolve();
      if (snapshot.hasTag('failed')) reject(snapshot.context.problem);
    };
    look(actor.getSnapshot());
    actor.subscribe({ next: look, error: reject });
  });

/** The areas that the feed does without, group by group, so that it does not wait for their code; each group is a chart. */
export const createGroups = (deps: AreaDeps, root: Root): Groups => {
  void renewLog(databasesOf(deps.browser));
  const parts: Parts = {};
  const actorOf = (group: GroupName) => {
    const name = `group ${group}`;
    if (!root.actor(name)) {
      const logic = areaGroupMachine.provide({ actors: { 'start areas': fromPromise<void>(() => starts[group]()) } });
      root.start({ [name]: { logic } });
    }
    return root.actor(name) as GroupRef;
  };
  const groups: Groups = {
    later(group) {
      // of an app that has stopped nobody hears any more
      if (deps.ending.aborted) return new Promise(() => {});
      const actor = actorOf(group);
      actor.send({ type: 'group.want' });
      return settled(actor);
    },
    async start(name) {
      const group = areaGroupOf(name);
      if (group) await groups.later(group);
    },
    session: () => parts.session,
    acting: () => parts.acting,
    ascii: () => parts.ascii,
    inspector: () => parts.inspector,
    upkeep: () => parts.upkeep,
    wallet: () => parts.wallet,
    ecash: () => parts.ecash,
  };
  const startAll = (areas: NamedAreas) => {
    if (!deps.ending.aborted) root.start(areas);
  };
  const starts = startsOf(deps, groups, parts, startAll);
  return groups;
};
