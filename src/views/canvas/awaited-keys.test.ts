import { describe, expect, test } from 'vitest';
import { AwaitedKeys } from './awaited-keys.ts';

/** Keys on something that comes when the test says so, and what they did. */
function keys(): { keys: AwaitedKeys; done: string[]; act: (name: string) => () => boolean; come: () => void } {
  const done: string[] = [];
  const awaited = new AwaitedKeys();
  let isThere = false;
  const act = (name: string) => (): boolean => {
    if (isThere) done.push(name);
    return isThere;
  };
  const come = (): void => {
    isThere = true;
    awaited.retry();
  };
  return { keys: awaited, done, act, come };
}

describe('keys pressed before what they act on is there', () => {
  test('work once it is, and only once', () => {
    const { keys: awaited, done, act, come } = keys();
    awaited.run(act('l'));
    awaited.retry();
    expect(done).toEqual([]);
    come();
    come();
    expect(done).toEqual(['l']);
  });

  test('take the place of those before them: the latest wins', () => {
    const { keys: awaited, done, act, come } = keys();
    for (const key of ['l', 'Home', 'End']) awaited.run(act(key));
    come();
    expect(done).toEqual(['End']);
  });

  test('that act on what an earlier one leads to follow it', () => {
    const { keys: awaited, done, act, come } = keys();
    awaited.run(act('l'));
    awaited.runAfter(act('Enter'));
    awaited.runAfter(act('f'));
    come();
    expect(done).toEqual(['l', 'Enter', 'f']);
  });

  test('are forgotten where the person has left', () => {
    const { keys: awaited, done, act, come } = keys();
    awaited.run(act('l'));
    awaited.runAfter(act('Enter'));
    awaited.forget();
    come();
    expect(done).toEqual([]);
  });

  test('work at once when it is there', () => {
    const { keys: awaited, done, act, come } = keys();
    come();
    awaited.run(act('l'));
    awaited.runAfter(act('Enter'));
    expect(done).toEqual(['l', 'Enter']);
  });
});
