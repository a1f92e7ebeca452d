import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StackTrie } from './stack-trie.ts';

function internAll(trie: StackTrie, keys: number[]): number {
  return keys.reduce((row, key) => trie.intern(row, key), -1);
}

describe('StackTrie', () => {
  test('gives stacks with the same outer keys the same outer rows', () => {
    const trie = new StackTrie();
    expect([internAll(trie, [7, 8, 9]), internAll(trie, [7, 8, 5]), internAll(trie, [7, 8, 9])]).toEqual([2, 3, 2]);
    expect(Array.from(trie.parent.subarray(0, trie.length))).toEqual([-1, 0, 1, 1]);
    expect(Array.from(trie.key.subarray(0, trie.length))).toEqual([7, 8, 9, 5]);
  });

  test('gives any two stacks one row exactly if they are equal, and reads back as what was put in', () => {
    const keyLists = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 });
    const stacks = fc.array(keyLists, { maxLength: 600 });
    fc.assert(
      fc.property(stacks, (lists) => {
        const trie = new StackTrie();
        const rows = new Map<string, number>();
        for (const keys of lists) {
          const row = internAll(trie, keys);
          expect(rows.get(keys.join()) ?? row).toBe(row);
          rows.set(keys.join(), row);
          const back: number[] = [];
          for (let at = row; at >= 0; at = trie.parent[at]) back.unshift(trie.key[at]);
          expect(back).toEqual(keys);
        }
      }),
      { numRuns: 60 },
    );
  });
});
