import { useEffect } from 'react';
import { useOverlay } from '#ui/overlay.ts';
import { useAccount } from '#ui/system-context.ts';
import { FollowStep } from './follow-step.tsx';
import { NameStep } from './name-step.tsx';
import './welcome.css';

/** The first steps with a new key (`welcome=name`, `welcome=follow`); each can be skipped, and the last is the feed. */
export const WelcomeSheet = () => {
  const { value, close } = useOverlay('welcome');
  const { pubkey } = useAccount();
  const isNobody = pubkey === undefined;
  useEffect(() => {
    if (isNobody) close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when nobody is logged in
  }, [isNobody]);
  if (isNobody) return null;
  const Step = value === 'follow' ? FollowStep : NameStep;
  return <Step key={pubkey} pubkey={pubkey} onClose={close} />;
};
