import type { ActorStatus } from '#domain/inspector/recording.ts';

type Props = { status: ActorStatus; tags: readonly string[]; failed?: boolean };

const lightOf = ({ status, tags, failed = false }: Props): string => {
  if (status === 'error' || (status === 'active' && failed)) return 'bad';
  if (status !== 'active') return '';
  if (tags.some((tag) => /bad|fail|error|broken/.test(tag))) return 'bad';
  if (tags.some((tag) => /wait|load|busy|read|restor|locked|resting/.test(tag))) return 'wait';
  return 'ok';
};

/** How an actor is, by colour and shape; its state beside it says it in words. */
export const ActorLight = (props: Props) => <i className="light light--l" data-s={lightOf(props)} />;
