import { describe, expect, test } from 'vitest';
import {
  isProjectCode,
  isUserCode,
  ORIGIN_JAX,
  ORIGIN_LIBRARY,
  ORIGIN_PROJECT,
  ORIGIN_STDLIB,
  pathOrigin,
  traceFrameOrigin,
} from './jax-frames.ts';

describe('pathOrigin', () => {
  test.each([
    ['/venv/lib/python3.11/site-packages/jax/_src/pjit.py', ORIGIN_JAX],
    ['/home/me/anaconda3/lib/python3.7/site-packages/jax/core.py', ORIGIN_JAX],
    ['/usr/lib/python3/dist-packages/jaxlib/xla_client.py', ORIGIN_JAX],
    ['/venv/lib/python3.12/site-packages/jax_plugins/xla_cuda12/__init__.py', ORIGIN_JAX],
    ['/venv/lib/python3.12/site-packages/jax_cuda12_plugin/versions.py', ORIGIN_JAX],
    ['/venv/lib/python3.11/site-packages/flax/linen/module.py', ORIGIN_JAX],
    ['C:\\Users\\me\\venv\\Lib\\site-packages\\optax\\_src\\transform.py', ORIGIN_JAX],
    ['/home/me/src/jax/jax/_src/dispatch.py', ORIGIN_JAX],
    ['/home/me/src/jax/jax/random.py', ORIGIN_JAX],
    ['/home/me/src/jax/models/random.py', ORIGIN_PROJECT],
    ['/venv/lib/python3.11/site-packages/jaxopt/_src/base.py', ORIGIN_LIBRARY],
    ['/venv/lib/python3.11/site-packages/brax/io/mjcf.py', ORIGIN_LIBRARY],
    ['/usr/lib/python3.11/asyncio/events.py', ORIGIN_STDLIB],
    ['C:\\Python310\\lib\\asyncio\\events.py', ORIGIN_STDLIB],
    ['/opt/app/contextlib.py', ORIGIN_STDLIB],
    ['<frozen runpy>', ORIGIN_STDLIB],
    ['<frozen importlib._bootstrap>', ORIGIN_STDLIB],
    ['<ipython-input-3-0f6b1a>', ORIGIN_PROJECT],
    ['<string>', ORIGIN_PROJECT],
    ['', ORIGIN_PROJECT],
    ['train.py', ORIGIN_PROJECT],
    ['/home/me/jaxlike/train.py', ORIGIN_PROJECT],
  ])('%s', (file, origin) => {
    expect(pathOrigin(file)).toBe(origin);
  });

  test('rule U keeps libraries and rule P does not', () => {
    const origins = [ORIGIN_PROJECT, ORIGIN_LIBRARY, ORIGIN_JAX, ORIGIN_STDLIB];
    expect(origins.map(isUserCode)).toEqual([true, true, false, false]);
    expect(origins.map(isProjectCode)).toEqual([true, false, false, false]);
  });
});

describe('traceFrameOrigin', () => {
  test('takes file names that only JAX has for JAX, whatever the function', () => {
    expect(traceFrameOrigin('pjit.py', 'anything', null)).toBe(ORIGIN_JAX);
    expect(traceFrameOrigin('lax_numpy.py', 'astype', ORIGIN_PROJECT)).toBe(ORIGIN_JAX);
  });

  test('tells a shared file name by the function that enters JAX', () => {
    expect(traceFrameOrigin('core.py', 'bind', ORIGIN_PROJECT)).toBe(ORIGIN_JAX);
    expect(traceFrameOrigin('core.py', 'loss', ORIGIN_PROJECT)).toBe(ORIGIN_PROJECT);
    expect(traceFrameOrigin('random.py', 'normal', null)).toBe(ORIGIN_JAX);
  });

  test('tells a shared file name by its caller', () => {
    expect(traceFrameOrigin('core.py', '__hash__', ORIGIN_JAX)).toBe(ORIGIN_JAX);
    expect(traceFrameOrigin('core.py', '__hash__', null)).toBe(ORIGIN_PROJECT);
    expect(traceFrameOrigin('fromnumeric.py', 'shape', ORIGIN_JAX)).toBe(ORIGIN_JAX);
  });

  test('counts libraries and notebooks as user code, and the standard library not', () => {
    expect(traceFrameOrigin('linear_and_affine.py', '__call__', ORIGIN_JAX)).toBe(ORIGIN_PROJECT);
    expect(traceFrameOrigin('<ipython-input-3-0f6b1a>', '<module>', null)).toBe(ORIGIN_PROJECT);
    expect(traceFrameOrigin('contextlib.py', '__enter__', ORIGIN_PROJECT)).toBe(ORIGIN_STDLIB);
    expect(traceFrameOrigin('<frozen runpy>', '_run_code', null)).toBe(ORIGIN_STDLIB);
  });
});
