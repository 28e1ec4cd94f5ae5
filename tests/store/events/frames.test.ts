import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestFrame } from '#store/events/frames.ts';

describe('frames', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const withPage = (visibilityState: string) => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('document', { visibilityState });
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    return frames;
  };

  it('runs in the next animation frame, once', () => {
    const frames = withPage('visible');
    const run = vi.fn();
    requestFrame(run);
    expect(run).not.toHaveBeenCalled();
    frames.forEach((frame) => frame());
    vi.advanceTimersByTime(10_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs by a timer of 16 ms in a hidden tab and where there is no page', () => {
    const run = vi.fn();
    requestFrame(run);
    const frames = withPage('hidden');
    requestFrame(run);
    vi.advanceTimersByTime(15);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(2);
    expect(frames).toHaveLength(0);
  });

  it('does not wait for a frame that the hidden tab never draws', () => {
    const frames = withPage('visible');
    const run = vi.fn();
    requestFrame(run);
    vi.advanceTimersByTime(250);
    frames.forEach((frame) => frame());
    expect(run).toHaveBeenCalledTimes(1);
  });
});
