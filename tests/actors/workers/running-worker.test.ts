import { describe, expect, it, vi } from 'vitest';
import { runWorker } from '#actors/workers/running-worker.ts';
import { FakeWorker } from '#tests/support/fake-worker.ts';

const api = { twice: (n: number) => n * 2 };

const start = () => {
  const fake = new FakeWorker(api);
  const lost = vi.fn<() => void>();
  return { fake, lost, ...runWorker<typeof api>(() => fake, lost) };
};

describe('a running worker', () => {
  it('is called', async () => {
    const { remote, end, isOver } = start();
    expect([await remote.twice(21), isOver()]).toEqual([42, false]);
    end();
  });

  it.each(['error', 'messageerror'])('is lost once at its %s, and names nothing in the console', (type) => {
    const { fake, lost, isOver } = start();
    const event = new Event(type, { cancelable: true });
    fake.dispatchEvent(event);
    fake.dispatchEvent(new Event(type));
    expect([lost.mock.calls.length, fake.ended, isOver(), event.defaultPrevented]).toEqual([1, 1, true, true]);
  });

  it('is lost when whoever waits for it gives it up', () => {
    const { fake, lost, lose } = start();
    lose();
    lose();
    expect([lost.mock.calls.length, fake.ended]).toEqual([1, 1]);
  });

  it('is no loss once it was ended', () => {
    const { fake, lost, lose, end, isOver } = start();
    end();
    end();
    fake.dispatchEvent(new Event('error'));
    lose();
    expect([lost.mock.calls.length, fake.ended, isOver()]).toEqual([0, 1, true]);
  });

  it('does not start where workers are not allowed', () => {
    const refuse = () => {
      throw new Error('no workers here');
    };
    expect(() => runWorker(refuse, () => {})).toThrow('no workers here');
  });
});
