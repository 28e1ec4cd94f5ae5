import { useSelector } from '@xstate/react';
import { targetBits } from '#domain/pow/pow-policy.ts';
import { noteTargets } from '#domain/publish/publish-targets.ts';
import { useArea } from '#ui/system-context.ts';

/** Where a note goes, for which these relays were chosen. */
export const useNoteTargets = (chosen: readonly string[] | undefined): readonly string[] =>
  useSelector(
    useArea('relay-directory'),
    ({ context }) => noteTargets(chosen, context.entries),
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
