import { useEffect } from 'react';
import { useOverlay } from '#ui/overlay.ts';
import { useAccount } from '#ui/system-context.ts';
import { FollowStep, useChosen } from './follow-step.tsx';
import { NameStep } from './name-step.tsx';
import './welcome.css';

type Props = { pubkey: string; isFollow: boolean; onClose: () => void };

/** The step at hand; whom somebody chose is kept while they go back and forth. */
const Step = ({ pubkey, isFollow, onClose }: Props) => {
  const choice = useChosen();
  if (!isFollow) return <NameStep pubkey={pubkey} onClose={onClose} />;
  return <FollowStep pubkey={pubkey} choice={choice} onClose={onClose} />;
};

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
  return <Step key={pubkey} pubkey={pubkey} isFollow={value === 'follow'} onClose={close} />;
};
