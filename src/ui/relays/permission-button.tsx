import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { lackingUses } from '#domain/relays/lacking-use.ts';
import { nextPermission } from '#domain/relays/relay-permission.ts';
import { useArea } from '#ui/system-context.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName, useRelayEntries } from './use-relays.ts';

const { badges, lacking } = relayTexts;

type Props = { entry: RelayEntry; onSay: (text: string) => void };

/** What a relay is used for, as a badge; a press changes it (RELAY-04, RELAY-20). */
export const PermissionButton = ({ entry: { url, permission }, onSay }: Props) => {
  const directory = useArea('relay-directory');
  const others = useRelayEntries().filter((entry) => entry.url !== url);
  const name = relayName(url);
  const change = () => {
    const next = nextPermission(permission);
    directory.send({ type: 'relay.permit', url, permission: next });
    const without = lackingUses([...others, { permission: next }]).map((use) => lacking[use]);
    onSay([relayTexts.nowIs(name, next), ...without].join('. '));
  };
  return (
    <button
      type="button"
      className="perm"
      data-p={badges[permission]}
      aria-label={relayTexts.permissionOf(name, permission)}
      title={relayTexts.permissions[permission]}
      onClick={change}
    >
      <span aria-hidden="true">{badges[permission]}</span>
    </button>
  );
};

/** What the badges mean. */
export const PermissionLegend = () => (
  <p className="legend">
    {(['read', 'write', 'readwrite', 'indexer'] as const).map((permission) => (
      <span key={permission}>
        <b className="lg" data-p={badges[permission]}>
          {badges[permission]}
        </b>
        {relayTexts.legend[permission]}
      </span>
    ))}
  </p>
);
