import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import type { QueryData } from '#domain/cache/query-keys.ts';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOpenOverlay, useOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { auxiliaryRelays, type AuxiliaryRelay } from './auxiliary.ts';
import { speedLabel } from './relay-words.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { whole } from '#ui/texts/formats.ts';
import { useHealth } from './use-health.ts';
import { relayName, useRelayEntries } from './use-relays.ts';
import './relays.css';

const { auxiliarySheet } = relayTexts;

const forWhom = ({ people, isReplacement }: AuxiliaryRelay): string => {
  if (people > 0) return auxiliarySheet.people(people);
  return isReplacement ? auxiliarySheet.replacement : auxiliarySheet.reading;
};

const Row = (relay: AuxiliaryRelay) => {
  const open = useOpenOverlay();
  const { url, isOpen, health } = relay;
  const name = relayName(url);
  return (
    <tr>
      <td>
        <button
          type="button"
          className="aux__relay"
          aria-label={name}
          aria-haspopup="dialog"
          onClick={() => open({ relay: url })}
        >
          <i className="light light--l" data-s={isOpen ? 'ok' : 'off'} />
          <span dir="ltr">{name}</span>
        </button>
      </td>
      <td>{forWhom(relay)}</td>
      <td>{whole(health?.totalRequests ?? 0)}</td>
      <td>{health?.averageResponseTime ? speedLabel(health.averageResponseTime) : '–'}</td>
    </tr>
  );
};

/** The relays of the app's own, as they are now. */
const useAuxiliaryRelays = (): readonly AuxiliaryRelay[] => {
  const directory = useArea('relay-directory');
  const queryClient = useQueryClient();
  const entries = useRelayEntries();
  const profile = useSelector(directory, ({ context }) => context.defaults.profile);
  const states = useSelector(directory, ({ context }) => context.connections);
  const why = queryClient
    .getQueriesData<QueryData['why-relay']>({ queryKey: ['why-relay'] })
    .map(([, data = []]) => data);
  const connections = Object.fromEntries(Object.entries(states).map(([url, state]) => [url, state === 'connected']));
  return auxiliaryRelays({ entries, profile, connections, health: useHealth(), why });
};

const Facts = ({ relays }: { relays: readonly AuxiliaryRelay[] }) => {
  const advice = useSelector(useArea('relay-advisor'), ({ context }) => context.advice);
  const facts = [
    [auxiliarySheet.open, relays.filter(({ isOpen }) => isOpen).length],
    [auxiliarySheet.all, relays.length],
    [auxiliarySheet.replaced, advice.filter(({ done, removed }) => done && removed).length],
  ] as const;
  return (
    <dl className="facts">
      {facts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
};

/** What the relays are good for that the app added by itself (`auxiliaryRelays=true`, SET-32). */
export const AuxiliaryRelaysSheet = () => {
  const { close } = useOverlay('auxiliaryRelays');
  const relays = useAuxiliaryRelays();
  return (
    <Sheet
      wide
      title={relayTexts.auxiliary}
      onClose={close}
      foot={
        <Button look="primary" onClick={close}>
          {relayTexts.done}
        </Button>
      }
    >
      <p className="sheet__lead">{auxiliarySheet.lead}</p>
      <Facts relays={relays} />
      {relays.length === 0 ? (
        <EmptyState art="bird" title={auxiliarySheet.none}>
          {auxiliarySheet.noneWhy}
        </EmptyState>
      ) : (
        <div className="aux__box">
          <table className="aux">
            <thead>
              <tr>
                <th scope="col">{auxiliarySheet.relay}</th>
                <th scope="col">{auxiliarySheet.for}</th>
                <th scope="col">{auxiliarySheet.requests}</th>
                <th scope="col">{auxiliarySheet.speed}</th>
              </tr>
            </thead>
            <tbody>
              {relays.map((relay) => (
                <Row key={relay.url} {...relay} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Sheet>
  );
};
