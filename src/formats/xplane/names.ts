/** Names that the profiler writes (xplane_schema.cc, bfc_allocator.cc). */

export const MEMORY_ALLOCATION = 'MemoryAllocation';
export const MEMORY_DEALLOCATION = 'MemoryDeallocation';

/** Stats of memory events. The first group identifies the allocator: TPU writes a number, the others a name. */
export const ALLOCATOR_NUMBER_STATS = ['index_on_host', 'device_ordinal'];
export const ALLOCATOR_NAME_STAT = 'allocator_name';
export const IN_USE_STAT = 'bytes_allocated';
export const RESERVED_STAT = 'bytes_reserved';
export const FREE_STAT = 'bytes_available';
export const FRAGMENTATION_STAT = 'fragmentation';
export const LIFETIME_PEAK_STAT = 'peak_bytes_in_use';
export const REQUESTED_STAT = 'requested_bytes';
export const HELD_STAT = 'allocation_bytes';
export const ADDRESS_STAT = 'addr';
/** What the memory is for, where a framework says so. */
export const OP_STAT = 'tf_op';
export const REGION_STAT = 'region_type';
export const DATA_TYPE_STAT = 'data_type';
export const SHAPE_STAT = 'shape';
/** The step's number, which TensorFlow's grouping adds (group_events.cc). */
export const GROUP_STAT = 'group_id';

/** TraceMe contexts: a producer's type and id, and those of the consumer that continues its work on another thread. */
export const PRODUCER_TYPE_STAT = '_pt';
export const PRODUCER_STAT = '_p';
export const CONSUMER_TYPE_STAT = '_ct';
export const CONSUMER_STAT = '_c';
/** A `StepTraceAnnotation` is a host event with both (jax.profiler). */
export const STEP_ROOT_STAT = '_r';
export const STEP_NUMBER_STAT = 'step_num';
/** Integer stats that make a span worth keeping for itself. */
export const LINK_STATS = new Set([
  PRODUCER_TYPE_STAT,
  PRODUCER_STAT,
  CONSUMER_TYPE_STAT,
  CONSUMER_STAT,
  STEP_ROOT_STAT,
  STEP_NUMBER_STAT,
]);

/** The plane whose memory events XProf reads (xplane_schema.cc). */
export const HOST_PLANE = '/host:CPU';
/** The plane on whose event names the HLO protos hang (xplane_schema.cc). */
export const METADATA_PLANE = '/host:metadata';

/** Device lines that are kept: one event a step or a program, not one a kernel (xplane_schema.cc). */
export const STEPS_LINE = 'Steps';
export const MODULES_LINE = 'XLA Modules';
