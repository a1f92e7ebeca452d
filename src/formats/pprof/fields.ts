/** Field numbers of profile.proto (google/pprof, proto/profile.proto) that are read. */

export const PROFILE = {
  sampleType: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  stringTable: 6,
  dropFrames: 7,
  keepFrames: 8,
  timeNanos: 9,
  durationNanos: 10,
  periodType: 11,
  period: 12,
  comment: 13,
  defaultSampleType: 14,
  docUrl: 15,
} as const;

export const VALUE_TYPE = { type: 1, unit: 2 } as const;
export const SAMPLE = { locationId: 1, value: 2, label: 3 } as const;
export const LABEL = { key: 1, text: 2, number: 3, unit: 4 } as const;
export const MAPPING = { id: 1, filename: 5 } as const;
export const LOCATION = { id: 1, mappingId: 2, address: 3, line: 4 } as const;
export const LINE = { functionId: 1, line: 2 } as const;
export const FUNCTION = { id: 1, name: 2, systemName: 3, filename: 4, startLine: 5 } as const;
