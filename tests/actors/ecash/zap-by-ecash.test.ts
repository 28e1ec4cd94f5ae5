import { expect, it } from 'vitest';
import { createZapByEcash } from '#actors/ecash/zap-by-ecash.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { hex } from '#tests/support/fake-events.ts';
import { EOSE, fakeRequests, SILENT } from '#tests/support/fake-requests.ts';

it('takes silence for no answer: who takes ecash is not known until a relay says so', async () => {
  let outcomes = SILENT;
  const { requests } = fakeRequests(() => ({ outcomes }));
  const { gift } = createZapByEcash({
    queryClient: createQueryClient(),
    requests,
    writeRelaysOf: async () => [],
    account: () => hex(1),
    ecash: { start: async () => {}, running: () => undefined },
  });
  await expect(gift(hex(2))).rejects.toMatchObject({ problem: { code: 'no-relay-answered' } });
  // asked once more, and answered
  outcomes = EOSE;
  expect(await gift(hex(2))).toBeUndefined();
});
