/** TensorFlow's data types as XProf prints them (tensorflow types.proto, DataTypeString of types.cc). */

const NAMES: Readonly<Record<number, string>> = {
  0: 'INVALID',
  1: 'float',
  2: 'double',
  3: 'int32',
  4: 'uint8',
  5: 'int16',
  6: 'int8',
  7: 'string',
  8: 'complex64',
  9: 'int64',
  10: 'bool',
  11: 'qint8',
  12: 'quint8',
  13: 'qint32',
  14: 'bfloat16',
  15: 'qint16',
  16: 'quint16',
  17: 'uint16',
  18: 'complex128',
  19: 'half',
  20: 'resource',
  21: 'variant',
  22: 'uint32',
  23: 'uint64',
  24: 'float8_e5m2',
  25: 'float8_e4m3fn',
  29: 'int4',
  30: 'uint4',
};

/** Numbers above this are references to the type that much below them. */
const REFERENCE = 100;

/** What XProf prints for no data type at all. */
export const INVALID_TYPE = NAMES[0];

export function dataTypeName(number: number): string {
  if (number > REFERENCE) return `${dataTypeName(number - REFERENCE)}_ref`;
  return NAMES[number] ?? `unknown dtype enum (${String(number)})`;
}
