import { describe, expect, test } from 'vitest';
import type { Comparison } from '../model/comparison.ts';
import type { ProfileDigest } from '../model/digest.ts';
import { CompareClient, type CompareReply, type CompareRequest } from './compare-client.ts';

/** A worker that answers when it is told to. */
class FakeWorker {
  onmessage: ((event: { data: CompareReply }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  readonly asked: CompareRequest[] = [];
  isTerminated = false;

  postMessage(request: CompareRequest): void {
    this.asked.push(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  answer(): void {
    const { id, candidate } = this.asked[this.asked.length - 1];
    this.onmessage?.({ data: { id, comparison: { unit: candidate.name } as Comparison } });
  }
}

const digest = (name: string): ProfileDigest => ({ name }) as ProfileDigest;

function client(): { compare: (name: string) => Promise<string | null>; workers: FakeWorker[]; close: () => void } {
  const workers: FakeWorker[] = [];
  const under = new CompareClient(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  const compare = async (name: string): Promise<string | null> =>
    (await under.compare(digest('base'), digest(name)))?.unit ?? null;
  return { compare, workers, close: () => under.close() };
}

describe('the client of the comparing worker', () => {
  test('gives the newest comparison, and null for those before it', async () => {
    const { compare, workers } = client();
    const answers = [compare('a'), compare('b'), compare('c')];
    expect(workers[0].asked.map(({ candidate }) => candidate.name)).toEqual(['a']);
    workers[0].answer();
    workers[0].answer();
    expect(await Promise.all(answers)).toEqual([null, null, 'c']);
    expect(workers[0].asked.map(({ candidate }) => candidate.name)).toEqual(['a', 'c']);
  });

  test('says what happened when the worker dies, and starts another for the next question', async () => {
    const { compare, workers } = client();
    const first = compare('a');
    workers[0].onerror?.({ message: 'out of memory' });
    await expect(first).rejects.toThrow('The browser ended the worker that compares the profiles (out of memory)');
    const second = compare('b');
    workers[1].answer();
    expect([await second, workers[0].isTerminated]).toEqual(['b', true]);
  });

  test('says that a failure is a fault of Highwater', async () => {
    const { compare, workers } = client();
    const answer = compare('a');
    workers[0].onmessage?.({ data: { id: 1, failure: 'TypeError: x' } });
    await expect(answer).rejects.toThrow('please report it');
  });

  test('closed, gives null and ends its worker', async () => {
    const { compare, workers, close } = client();
    const answers = [compare('a'), compare('b')];
    close();
    expect([await Promise.all(answers), workers[0].isTerminated]).toEqual([[null, null], true]);
  });
});
