import { QueryObserver } from '@tanstack/query-core';
import { describe, expect, it } from 'vitest';
import { askFailedAnew } from '#actors/feed/ask-failed.ts';
import { nip05Key, profileMetadataKey } from '#domain/cache/query-keys.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { hex } from '#tests/support/fake-events.ts';

const ANNA = hex(0xaaaa);

describe('what failed on a profile', () => {
  it('is asked anew where it is shown: what no relay told, and a domain that was silent', async () => {
    const queryClient = createQueryClient();
    const asked: string[] = [];
    const shown = async (queryKey: readonly unknown[], answers: unknown[]) => {
      const queryFn = () => {
        asked.push(String(queryKey[1]));
        const answer = answers.shift();
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      };
      const observer = new QueryObserver(queryClient, { queryKey, queryFn, retry: false });
      const leave = observer.subscribe(() => {});
      await queryClient.fetchQuery({ queryKey, queryFn, retry: false }).catch(() => {});
      return { data: () => observer.getCurrentResult().data, leave };
    };
    const failed = await shown(profileMetadataKey(ANNA), [new Error('nobody answered'), { name: 'Anna' }]);
    const silent = await shown(nip05Key('anna@one.example', ANNA), ['unreachable', 'verified']);
    await shown(nip05Key('anna@two.example', ANNA), ['mismatch']);
    const gone = await shown(profileMetadataKey(hex(1)), [new Error('nobody answered')]);
    gone.leave();
    const before = asked.length;
    askFailedAnew(queryClient);
    await Promise.resolve();
    expect(asked.slice(before)).toEqual([ANNA, 'anna@one.example']);
    await expect.poll(() => [failed.data(), silent.data()]).toEqual([{ name: 'Anna' }, 'verified']);
    queryClient.clear();
  });
});
