import { describe, expect, test } from 'vitest';
import { buffers } from '../../fixtures/pprof-writer.ts';
import { allocatorSummary } from '../../fixtures/summaries.ts';
import { tableCsv } from '../model/table.ts';
import { openedDumps } from '../worker/testing/opened-dumps.ts';
import { allocatorsTable, functionsTable, growthTable, labelTable } from './summary-tables.ts';

const lines = (table: Parameters<typeof tableCsv>[0]): string[] => tableCsv(table).trimEnd().split('\r\n');

describe('tables to save', () => {
  test('allocators have exact peaks, and nothing where nothing is stated', () => {
    const [head, row] = lines(allocatorsTable([allocatorSummary({ capacity: null })]));
    expect(head).toBe(
      'allocator,host,kind,window_peak_bytes,peak_in_use_bytes,peak_reserved_bytes,peak_time_ps,lifetime_peak_bytes,' +
        'capacity_bytes,in_use_before_bytes,allocations,deallocations',
    );
    expect(row).toBe('GPU_0_bfc,,device,9000,9000,0,2000000000,9000,,4000,2,1');
  });

  const { snapshot, series } = openedDumps({
    'mem_0.prof': [buffers(['main train.py:5'], 1, 4096)],
    'mem_1.prof': [buffers(['main train.py:5'], 3, 9001)],
  });

  test('functions have all sample types and their lines', () => {
    expect(lines(functionsTable(snapshot, 'user'))).toEqual([
      'function,file,lines,allocations_count,space_bytes,samples',
      'main,train.py,5,3,27003,1',
    ]);
  });

  test('call sites of a series have a column a dump', () => {
    if (series === null) throw new Error('Two dumps are a series.');
    const [head, row] = lines(growthTable(series, series.user.grown));
    expect([head, row]).toEqual([
      'function,file,change_space_bytes,1: mem_0.prof,2: mem_1.prof',
      'main,train.py,22907,4096,27003',
    ]);
  });

  test('labels have every value', () => {
    const kind = snapshot.labels.find(({ key }) => key === 'kind');
    if (kind === undefined) throw new Error('JAX labels kinds.');
    expect(lines(labelTable(kind, snapshot.sampleTypes))).toEqual(['kind,samples,allocations_count,space_bytes', 'buffer,1,3,27003']);
  });
});
