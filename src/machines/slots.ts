import {
  fromCallback,
  fromPromise,
  type ActorRef,
  type AnyEventObject,
  type EventObject,
  type NonReducibleUnknown,
  type Snapshot,
} from 'xstate';

/** Who started a chart and hears its reports: given as input. */
export type Parent<Report extends EventObject> = ActorRef<Snapshot<unknown>, Report>;

const notProvided = (name: string) => new Error(`The slot '${name}' is not provided`);

/** A place for a promise actor that `system.ts` fills; it rejects until then. */
export const promiseSlot = <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(notProvided(name)));

/** A place for a callback actor that `system.ts` fills; it throws until then. */
export const callbackSlot = <
  Command extends EventObject = AnyEventObject,
  Input extends NonReducibleUnknown = NonReducibleUnknown,
>(
  name: string,
) =>
  fromCallback<Command, Input>(() => {
    throw notProvided(name);
  });

/** A place for a guard that `system.ts` fills; it throws until then. */
export const guardSlot = (name: string) => (): boolean => {
  throw notProvided(name);
};

type Act<Params> = (_: unknown, params: Params) => void;

/** A place for an action that `system.ts` fills; it throws until then. */
export const actionSlot =
  <Params extends object | undefined = undefined>(name: string): Act<Params> =>
  () => {
    throw notProvided(name);
  };
