/** What else a text says that helps to explain a failure: the GPU, environment variables, versions, named sizes. */

import type { MemoryStatement, OomContext } from '../../model/oom-text.ts';
import { arrayShapes } from '../../model/shape-text.ts';
import type { RepairedText } from './repair/repaired-text.ts';

const FRACTION = /XLA_PYTHON_CLIENT_MEM_FRACTION["'\]]{0,3}\s{0,3}[=:,]\s{0,3}["']?(\d?\.?\d{1,4})\b/;
const SCOPED_LIMIT = /xla_tpu_scoped_vmem_limit_kib\s{0,2}[= ]\s{0,2}(\d{1,8})/;
const PACKAGES =
  'jax|jaxlib|flax|penzai|optax|equinox|haiku|dm-haiku|torch_xla|torch-xla|libtpu|tensorflow|orbax|numpyro|maxtext';
/** `jax 0.6.1`, `jaxlib==0.6.1`, `"flax": "0.10.2"`. */
const VERSION = new RegExp(
  String.raw`\b(${PACKAGES})\b["'\`]?(?:\s{1,3}version)?\s{0,3}(?:[:=]{1,2}|\s)\s{0,3}["'\`]?` +
    String.raw`v?(\d{1,3}\.\d{1,3}(?:\.\d{1,5}){0,2}\w{0,20})`,
  'gi',
);
const SIZE_WORDS =
  'dim|dims|size|len|length|layers|blocks|heads|batch|seq|vocab|hidden|width|depth|features|channels|experts|units|' +
  'steps|multiplier|degree';
/** `mlp_hidden_dim=11008`, `"vocab_size": 32007`, `batch_size: 16`. */
const NAMED_SIZE = new RegExp(
  String.raw`\b([a-z][a-z0-9_]{0,40}(?:${SIZE_WORDS}))["']?\s{0,3}[=:]\s{0,3}(\d{1,8})\b`,
  'gi',
);
const MAX_DIMENSIONS = 400;

export function emptyContext(): OomContext {
  return { versions: {}, dimensions: [] };
}

/** Adds what a text says to what is known; the first statement of a fact counts. */
export function addContext(context: OomContext, text: RepairedText, statements: readonly MemoryStatement[]): void {
  const fraction = FRACTION.exec(text.text)?.[1];
  if (fraction !== undefined) context.memFractionEnv ??= fraction;
  const scoped = SCOPED_LIMIT.exec(text.text)?.[1];
  if (scoped !== undefined) context.scopedVmemLimitKib ??= Number(scoped);
  for (const [, name = '', version = ''] of text.text.matchAll(VERSION))
    context.versions[name.toLowerCase()] ??= version;
  for (const statement of statements) if (statement.kind === 'nvidia-smi') addSmi(context, statement);
  for (const [, name = '', digits] of text.text.matchAll(NAMED_SIZE)) addDimension(context, Number(digits), name);
  for (const shape of arrayShapes(text.text))
    for (const dimension of shape.dimensions) addDimension(context, dimension, '');
}

function addSmi(context: OomContext, statement: MemoryStatement): void {
  for (const { name, size } of statement.rows) {
    const mebibytes = size.bytes / 2 ** 20;
    if (name === 'used') context.nvidiaSmiUsedMib ??= mebibytes;
    else if (name === 'total') {
      context.nvidiaSmiTotalMib ??= mebibytes;
      context.gpu ??= statement.of.replace(/^GPU \d+ ?/, '');
    } else context.processMib ??= mebibytes;
  }
}

/** Names for one value that are kept. */
const MAX_NAMES = 4;

/** 0 and 1 are factors of everything. */
function addDimension(context: OomContext, value: number, name: string): void {
  if (value < 2 || !Number.isSafeInteger(value)) return;
  let known = context.dimensions.find((dimension) => dimension.value === value);
  if (!known) {
    if (context.dimensions.length >= MAX_DIMENSIONS) return;
    known = { value, names: [] };
    context.dimensions.push(known);
  }
  if (name !== '' && known.names.length < MAX_NAMES && !known.names.includes(name)) known.names.push(name);
}
