import { expect, test } from 'vitest';
import { jittedName, programName, withoutProgramId } from './program-names.ts';

test('the tracer, the compiler and a device call one program by one name', () => {
  expect(programName(jittedName('PjitFunction(scan)'))).toBe('jit_scan');
  expect(programName(jittedName('jit_scan'))).toBe('jit_scan');
  expect(withoutProgramId('jit_scan(4)')).toBe('jit_scan');
});

test('a function keeps what its own name begins or ends with', () => {
  expect(jittedName('PjitFunction(jit_step)')).toBe('jit_step');
  expect(jittedName(programName('jit_step'))).toBe('jit_step');
  expect(jittedName('PjitFunction(f)(g))')).toBe('f)(g)');
  expect(jittedName('train_step')).toBe('train_step');
});
