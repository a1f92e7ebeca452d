/**
 * What counts as user code: the one list of JAX's own frames, of libraries and of the standard library. The call site
 * of an allocation is the innermost frame that is left (DESIGN.md, "Words").
 *
 * The two profile formats tell different things of a frame, so there are two classifiers:
 *
 *     pprof   full path and function      `pathOrigin`: the path says which package it is
 *     trace   base name and function      `traceFrameOrigin`: only names that JAX alone uses are sure
 *
 * They also draw the line of "user code" differently, on purpose. In a dump the stack is complete, so wrappers that
 * only pass calls on (flax, haiku, optax …) are folded too: rule U. A trace lacks the frames that were running when
 * it began, so there a library such as penzai or flax is often the best that is known, and counts as user code.
 */

export type FrameOrigin = number;

/** The user's own files, notebooks, and whatever has no file. */
export const ORIGIN_PROJECT: FrameOrigin = 0;
/** An installed package that is not in the next group: brax, distrax, numpy, penzai. */
export const ORIGIN_LIBRARY: FrameOrigin = 1;
/** JAX itself, and the packages around it that wrap user code. */
export const ORIGIN_JAX: FrameOrigin = 2;
/** Python's own modules. */
export const ORIGIN_STDLIB: FrameOrigin = 3;

/** Rule U: the first frame that is neither JAX nor the standard library. Libraries count as user code. */
export function isUserCode(origin: FrameOrigin): boolean {
  return origin === ORIGIN_PROJECT || origin === ORIGIN_LIBRARY;
}

/** Rule P: the first frame outside all installed packages. */
export function isProjectCode(origin: FrameOrigin): boolean {
  return origin === ORIGIN_PROJECT;
}

const INSTALLED = /\/(?:site|dist)-packages\/(.*)$/;

/** Packages that stand between user code and XLA. `jax_plugins`, `jax_cuda12_plugin` … are the device plug-ins. */
const JAX_PACKAGES =
  /^(?:jax(?:lib|_plugins|_(?:cuda|rocm)\w*)?|flax|haiku|optax|chex|equinox|jaxtyping|beartype|typeguard)(?:\/|\.py$)/;

/** JAX run from a source tree, where no `site-packages` tells. `jax/` alone would take a user's folder of that name. */
const JAX_SOURCE_TREE = /(?:^|\/)(?:jax\/(?:_src|interpreters|experimental|numpy|nn|lax|random)(?:\/|\.py$)|jaxlib\/)/;

const STDLIB_FOLDER = /\/(?:lib(?:64)?\/python\d+\.\d+|Python\d+\/lib)\//i;

/** These pass calls on wherever Python was installed to. */
const STDLIB_FILE = /(?:^|\/)(?:contextlib|functools|threading|runpy)\.py$/;

/**
 * Where a frame of a pprof dump comes from, by its file.
 * @param file the path as the file states it; `<string>`, `<ipython-input-1-…>` and the empty string are user code
 */
export function pathOrigin(file: string): FrameOrigin {
  const path = file.includes('\\') ? file.replaceAll('\\', '/') : file;
  if (path.startsWith('<frozen ')) return ORIGIN_STDLIB;
  const installed = INSTALLED.exec(path);
  if (installed !== null && JAX_PACKAGES.test(installed[1])) return ORIGIN_JAX;
  if (JAX_SOURCE_TREE.test(path)) return ORIGIN_JAX;
  if (installed !== null) return ORIGIN_LIBRARY;
  return STDLIB_FOLDER.test(path) || STDLIB_FILE.test(path) ? ORIGIN_STDLIB : ORIGIN_PROJECT;
}

/**
 * File names that JAX (0.2 to 0.10) has and hardly anybody else, without `.py`. All their frames are JAX's.
 * A name that user code may well have belongs in `SHARED_NAMES`.
 */
const JAX_NAMES = words(`
  abstract_arrays ad ad_checkpoint ad_util api_util array_constructors array_creation array_methods basearray
  batching cache_key checkify cloud_tpu_init compilation_cache compilation_cache_interface control_flow
  custom_batching custom_derivatives custom_partitioning custom_partitioning_sharding_rule custom_transpose
  device_array dispatch dlpack dtypes earray eval_jaxpr flatten_util global_device_array hashable_array hijax
  host_callback ifrt_programs index_tricks jaxpr_util lax lax_numpy lax_reference lazy_loader linear_util literals
  lru_cache mlir multihost_utils named_sharding op_shardings pallas_call partial_eval partition_spec pickle_util
  pjit pretty_printer prng pxla scalar_types shard_map sharded_jit sharding_impls sharding_specs source_info_util
  stateful_rng threefry traceback_util tree_util ufunc_api ufuncs windowed_reductions x64_context xla xla_bridge
  xla_client xla_metadata xla_metadata_lib
`);

/** Standard-library files that pass calls on. Names such as `random` or `copy` are left out: users have them too. */
const STDLIB_NAMES = words('contextlib functools threading runpy enum weakref abc _collections_abc importlib');

/**
 * File names that both JAX and others use, with the functions by which user code enters them. Deeper functions of these
 * files are told by their caller: JAX calls into JAX.
 */
const SHARED_NAMES = new Map<string, ReadonlySet<string>>([
  [
    'api',
    words(`
      block_until_ready checkpoint clear_caches copy_to_host_async device_get device_put device_put_replicated
      device_put_sharded eval_shape grad grad_f hessian jacfwd jacrev jit cache_miss f_jitted jvp linearize
      live_arrays make_jaxpr pmap vjp vmap vmap_f value_and_grad value_and_grad_f reraise_with_filtered_traceback
    `),
  ],
  [
    'array',
    words(`
      _value __array__ __getitem__ __iter__ __float__ __int__ __bool__ __index__ __len__ __repr__ __format__
      __str__ addressable_data addressable_shards aval block_until_ready copy_to_host_async delete devices dtype
      is_deleted is_fully_addressable is_fully_replicated item nbytes ndim on_device_size_in_bytes shape sharding
      size tolist make_array_from_callback make_array_from_process_local_data make_array_from_single_device_arrays
      _array_shard_arg _get_aval_array _check_and_rearrange __init__
    `),
  ],
  [
    'core',
    words(`
      bind bind_with_trace _true_bind call_bind call_bind_with_continuation call_impl process_primitive
      process_call call_primitive eval_jaxpr get_aval concrete_aval abstractify full_lower find_top_trace
      set_trace take_current_trace typeof valid_jaxtype check_eval_args canonicalize_shape to_concrete_value
      ensure_compile_time_eval
    `),
  ],
  ['util', words('wrapper cache cached safe_map safe_zip check_arraylike promote_args ensure_arraylike')],
  ['profiler', words('wrapper annotate_function trace start_trace stop_trace start_server save_device_memory_profile')],
  ['config', words('update update_thread_local_jit_state update_global_jit_state __enter__ __exit__')],
  [
    'random',
    words(`
      PRNGKey key key_data wrap_key_data clone split fold_in bits uniform normal truncated_normal randint
      permutation choice shuffle bernoulli beta categorical dirichlet exponential gamma gumbel laplace logistic
      multivariate_normal orthogonal poisson rademacher ball cauchy _uniform _normal _randint _split
      _truncated_normal
    `),
  ],
  [
    'functions',
    words(`
      celu elu gelu glu hard_sigmoid hard_silu hard_tanh leaky_relu log_sigmoid log_softmax logsumexp mish
      normalize one_hot relu relu6 selu sigmoid silu soft_sign softmax softplus squareplus standardize
      dot_product_attention
    `),
  ],
  [
    'initializers',
    words(`
      init constant delta_orthogonal glorot_normal glorot_uniform he_normal he_uniform lecun_normal lecun_uniform
      ones orthogonal truncated_normal variance_scaling zeros
    `),
  ],
  [
    'linalg',
    words(`
      cho_factor cho_solve cholesky det eig eigh eigvals eigvalsh expm inv lstsq lu lu_factor lu_solve matmul
      matrix_power multi_dot norm pinv qr slogdet solve solve_triangular svd tensordot triangular_solve
    `),
  ],
  ['fft', words('fft fft2 fftn fftfreq fftshift ifft ifft2 ifftn ifftshift irfft irfft2 irfftn rfft rfft2 rfftn')],
  ['einsum', words('einsum einsum_path _einsum')],
  ['reductions', words('sum mean max min prod any all std var average median quantile cumsum cumprod _reduce_sum')],
  ['tree', words('all flatten leaves map reduce structure transpose unflatten map_with_path flatten_with_path')],
  ['stages', words('compile lower call __call__ trace memory_analysis cost_analysis as_text')],
  ['mesh', words('__enter__ __exit__ make_mesh set_mesh use_mesh')],
  ['distributed', words('initialize shutdown')],
  ['vectorize', words('vectorize wrapped')],
  ['loops', words('scan while_loop fori_loop map associative_scan')],
  ['conditionals', words('cond switch platform_dependent')],
  ['remat', words('checkpoint fun_remat')],
  ['callback', words('pure_callback io_callback')],
  ['image', words('resize scale_and_translate')],
  ['scale', words('resize scale_and_translate')],
  ['indexing', words('rewriting_take take take_along_axis')],
  ['slicing', words('dynamic_slice dynamic_update_slice slice gather scatter')],
  ['scatter', words('_scatter_update')],
  ['convolution', words('conv conv_general_dilated')],
  ['parallel', words('psum pmean pmax pmin all_gather ppermute all_to_all axis_index')],
  ['compiler', words('compile_or_get_cached backend_compile backend_compile_and_load')],
  ['maps', words('xmap fun_mapped')],
  // Nobody enters JAX (or numpy) by these; they are its own where it calls them.
  ...Array.from(
    words(`
      attention common debugging deprecations effects errors export ffi fusion integrate interpret layout math
      monitoring ops other polynomial primitives sharding sorting special setops solves typing utils fromnumeric
      numeric _dtype
    `),
    (name): [string, ReadonlySet<string>] => [name, new Set()],
  ),
]);

/**
 * Where a Python frame of a trace comes from. The tracer names it `$file.py:LINE function`, with the base name only.
 *
 * A file name that JAX shares with others (`core.py`, `util.py`) is JAX's where the function is one by which JAX is
 * entered, or where the caller is JAX's own; a user's `core.py: loss` stays user code. Libraries cannot be told from
 * projects here and count as user code, so the result is never `ORIGIN_LIBRARY`.
 *
 * @param file base name: `pjit.py`, `<frozen runpy>`, `<string>`
 * @param callerOrigin of the next frame out, as this function gave it; null where there is none
 */
export function traceFrameOrigin(file: string, functionName: string, callerOrigin: FrameOrigin | null): FrameOrigin {
  if (file.startsWith('<frozen ')) return ORIGIN_STDLIB;
  if (!file.endsWith('.py')) return ORIGIN_PROJECT;
  const name = file.slice(0, -'.py'.length);
  if (JAX_NAMES.has(name)) return ORIGIN_JAX;
  const entries = SHARED_NAMES.get(name);
  if (entries !== undefined) {
    return callerOrigin === ORIGIN_JAX || entries.has(functionName) ? ORIGIN_JAX : ORIGIN_PROJECT;
  }
  return STDLIB_NAMES.has(name) ? ORIGIN_STDLIB : ORIGIN_PROJECT;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
