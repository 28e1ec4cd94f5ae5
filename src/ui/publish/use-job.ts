import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { publishMachine } from '#machines/publish/publish.machine.ts';
import { useArea } from '#ui/system-context.ts';

export type JobRef = ActorRefFrom<typeof publishMachine>;

/** The statechart of a post; undefined when it is over. */
export const useJob = (id: string): JobRef | undefined =>
  useSelector(useArea('publish-desk'), ({ children }) => children[id]);
