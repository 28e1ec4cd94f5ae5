import { describe, expect, it } from 'vitest';
import { sampleMints } from '#domain/ecash/mints/sample-mints.ts';

describe('the mints of the sample network', () => {
  it('are those that its page names', () => {
    const mints = ['http://127.0.0.1:5970/', 'http://127.0.0.1:5971'];
    expect(sampleMints(JSON.stringify({ loopback: true, mints }))).toEqual([
      'http://127.0.0.1:5970',
      'http://127.0.0.1:5971',
    ]);
  });

  it('are none for a page of the public network, and for what makes no sense', () => {
    const mints = ['https://mint.example'];
    expect(sampleMints(JSON.stringify({ mints }))).toEqual([]);
    expect(sampleMints(JSON.stringify({ loopback: true, mints: 'https://mint.example' }))).toEqual([]);
    expect(sampleMints(JSON.stringify({ loopback: true, mints: [7, 'no address', 'javascript:alert(1)'] }))).toEqual(
      [],
    );
    for (const text of [undefined, null, '', '{', 'null', '7']) expect(sampleMints(text)).toEqual([]);
  });
});
