import { useSelector } from '@xstate/react';
import { targetBits } from '#domain/pow/pow-policy.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { publishTargets } from '#domain/publish/publish.ts';
import { useArea } from '#ui/system-context.ts';

/** Where notes go when nobody chooses. */
export const useWriteRelays = (): readonly string[] =>
  useSelector(
    useArea('relay-directory'),
    ({ context }) => publishTargets(context.entries, KIND.textNote),
    (a, b) => a.join(' ') === b.join(' '),
  );

/** The bits that what is written begins with, as they were chosen last, and the most that a relay asks for. */
export const useWorkPolicy = (): { readonly bits: number; readonly required: number } => {
  const policy = useArea('pow-policy');
  const required = useSelector(policy, ({ context }) => context.required);
  const bits = useSelector(
    policy,
    (snapshot) =>
      snapshot.context.written ??
      targetBits({ enabled: snapshot.hasTag('on'), bits: snapshot.context.bits }, snapshot.context.required),
  );
  return { bits, required };
};
