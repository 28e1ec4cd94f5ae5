import { targetBits } from '#domain/pow/pow-policy.ts';
import { isEmptyDraft, writtenOut, type Draft } from '#domain/publish/draft.ts';
import type { Written } from '#domain/publish/compose.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { publishTargets } from '#domain/publish/publish.ts';
import { useSelector } from '@xstate/react';
import { useArea } from '#ui/system-context.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';

/** The draft as the person means it. */
export const written = (draft: Draft): Written => ({ text: writtenOut(draft), warning: draft.warning });

/** Why a draft cannot be posted; undefined when it can. */
export const obstacle = (draft: Draft, relays: readonly string[]): string | undefined => {
  const secret = leakedSecret(JSON.stringify(draft));
  if (secret !== undefined) return texts.secret[secret];
  if (isEmptyDraft(draft) || draft.text.trim() === '') return texts.required;
  return relays.length === 0 ? texts.noRelay : undefined;
};

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

/** Only what the person chose for this post: all else is decided when it is posted. */
export const chosen = ({ relays }: Draft): { relays?: readonly string[] } => ({ ...(relays && { relays }) });
