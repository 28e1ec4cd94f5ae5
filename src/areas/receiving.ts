import { createReceivingSlots, type ReceivingDeps } from '#actors/wallet/receiving.ts';
import type { Area } from '#machines/areas.ts';
import { receivingMachine } from '#machines/wallet/receiving.machine.ts';

/** Being paid by the wallet that is connected. */
export const receivingArea = (deps: ReceivingDeps): Area<'receiving'> => ({
  logic: receivingMachine.provide({ actors: createReceivingSlots(deps) }),
});
