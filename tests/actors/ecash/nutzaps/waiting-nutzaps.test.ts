import { expect, it } from 'vitest';
import { createWaitingNutzaps } from '#actors/ecash/nutzaps/waiting-nutzaps.ts';
import { NUTZAP_LATE_S } from '#domain/ecash/ecash-limits.ts';
import { createNutzapSettings } from '#store/ecash/nutzap-settings.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const ME = 'aa'.repeat(32);
const NOW = 1_790_000_000;

it('what was looked at for one key says nothing of another one that is only known later', () => {
  const settings = createNutzapSettings({ storage: fakeStorage(), window: new EventTarget() });
  const waiting = createWaitingNutzaps(ME, settings);
  const stand = () => [settings.of(ME).since, settings.of(ME).reached];
  const places = ['02cc', 'https://mint.example', 'wss://one.example'];
  waiting.looked(NOW, NOW, ['02bb', ...places]);
  const first = [NOW - NUTZAP_LATE_S, ['02bb', ...places]];
  expect(stand()).toEqual(first);
  waiting.looked(NOW + 60, NOW + 60, places);
  expect(stand()).toEqual(first);
  // a relay that is not used any more holds nothing up
  waiting.looked(NOW + 60, NOW + 60, ['02bb', ...places.slice(0, 2)]);
  expect(stand()).toEqual([NOW + 60 - NUTZAP_LATE_S, ['02bb', ...places.slice(0, 2)]]);
});
