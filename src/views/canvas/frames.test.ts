import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FrameLoop, FrameScheduler } from './frames.ts';

let now = 0;
let frames: (() => void)[] = [];
let drawn: string[] = [];
let loop = new FrameLoop();

beforeEach(() => {
  now = 0;
  frames = [];
  drawn = [];
  loop = new FrameLoop();
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  return () => vi.unstubAllGlobals();
});

/** A picture that takes so long to draw. */
function picture(name: string, milliseconds: number, also: () => void = () => undefined): FrameScheduler {
  return new FrameScheduler(() => {
    drawn.push(name);
    now += milliseconds;
    also();
  }, loop);
}

/** What the next frame draws. */
function nextFrame(): string[] {
  drawn = [];
  for (const callback of frames.splice(0)) callback();
  return drawn;
}

describe('FrameScheduler', () => {
  test('draws once a frame, however often it is asked', () => {
    const curve = picture('curve', 1);
    curve.request();
    curve.request();
    expect(nextFrame()).toEqual(['curve']);
    expect(frames).toEqual([]);
  });

  test('draws all that has time in one frame', () => {
    const pictures = [picture('curve', 2), picture('lanes', 1), picture('blocks', 1)];
    for (const each of pictures) each.request();
    expect(nextFrame()).toEqual(['curve', 'lanes', 'blocks']);
  });

  test('leaves what has no time to the next frame, where it comes first', () => {
    const [curve, lanes, blocks] = [picture('curve', 4), picture('lanes', 3), picture('blocks', 4)];
    const askAll = (): void => [curve, lanes, blocks].forEach((each) => each.request());
    // Nobody knows yet what each takes: the first frame stops once its time is over.
    askAll();
    const first = nextFrame();
    nextFrame();
    expect(first[0]).toBe('curve');
    const seen: string[] = [];
    for (let frame = 0; frame < 6; frame++) {
      askAll();
      seen.push(nextFrame().join(' '));
    }
    expect(seen).toEqual(['curve', 'lanes', 'blocks', 'curve', 'lanes', 'blocks']);
  });

  test('draws what a drawing asks for in the same frame, and nothing twice in it', () => {
    const lanes = picture('lanes', 1);
    const curve = picture('curve', 1, () => lanes.request());
    lanes.request();
    curve.request();
    expect(nextFrame()).toEqual(['lanes', 'curve']);
    expect(nextFrame()).toEqual(['lanes']);
    curve.request();
    expect(nextFrame()).toEqual(['curve', 'lanes']);
    expect(frames).toEqual([]);
  });

  test('draws what asks for itself once a frame, and after what waited', () => {
    const restless: FrameScheduler = picture('restless', 5, () => restless.request());
    const lanes = picture('lanes', 3);
    restless.request();
    expect(nextFrame()).toEqual(['restless']);
    lanes.request();
    const seen = [nextFrame(), nextFrame(), nextFrame()].map((names) => names.join(' '));
    expect(seen).toEqual(['restless', 'lanes', 'restless']);
  });

  test('draws nothing of a picture that another one takes away in the same frame', () => {
    const lanes = picture('lanes', 1);
    const curve = picture('curve', 1, () => lanes.cancel());
    curve.request();
    lanes.request();
    expect(nextFrame()).toEqual(['curve']);
    expect(frames).toEqual([]);
  });

  test('draws the others where one fails', () => {
    const broken = new FrameScheduler(() => {
      throw new Error('no canvas');
    }, loop);
    const lanes = picture('lanes', 1);
    broken.request();
    lanes.request();
    expect(() => nextFrame()).toThrow('no canvas');
    expect(nextFrame()).toEqual(['lanes']);
  });

  test('forgets what was cancelled', () => {
    const [curve, lanes] = [picture('curve', 1), picture('lanes', 1)];
    curve.request();
    lanes.request();
    curve.cancel();
    expect(nextFrame()).toEqual(['lanes']);
  });
});
