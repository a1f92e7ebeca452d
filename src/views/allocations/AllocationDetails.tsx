import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { lifetimeText, startText } from '../../model/allocation-words.ts';
import type { AllocationDetails as Details, StackFrame } from '../../model/allocation-rows.ts';
import { formatBytes, formatBytesBoth, formatExactBytes } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { Bytes, Picoseconds } from '../../model/units.ts';
import { shownAllocator } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { CopyButton } from '../common/CopyButton.tsx';
import { Detail } from '../common/Detail.tsx';
import { useAnswer } from '../common/use-answer.ts';
import { useAtRest } from '../common/use-at-rest.ts';

/** The selected allocation in full, beside whichever view it was selected in. */
export function AllocationDetails({ allocator }: { allocator: AllocatorSummary }): ReactNode {
  const chosen = useAppState((state) => state.view.selected);
  // Whoever steps through many sees the steps; what they led to is worked out for the one where they stop.
  const selected = useAtRest(chosen);
  const index = useAppState((state) => shownAllocator(state)?.index ?? -1);
  const select = useAppState((state) => state.selectAllocation);
  const ask = useMemo(
    () => (selected === null || index < 0 ? null : { allocator: index, name: selected }),
    [selected, index],
  );
  const { answer } = useAnswer('allocation', ask);
  if (selected === null) return null;
  const { end } = allocator.curves;
  return (
    <aside className="allocation-details" aria-label="Details of the selected allocation" aria-busy={answer === null || chosen !== selected}>
      <button
        type="button"
        className="button small allocation-close"
        aria-label="Close the details"
        onClick={() => select(null)}
      >
        ×
      </button>
      {answer !== null && answer.details === null && (
        <p>{`This allocator has no allocation at ${selected.address} from that time.`}</p>
      )}
      {answer !== null && answer.details !== null && <Facts details={answer.details} end={end} />}
    </aside>
  );
}

function Facts({ details, end }: { details: Details; end: Picoseconds }): ReactNode {
  const setCursor = useAppState((state) => state.setCursor);
  const { name, held, requested, callSite, program, line, stack } = details;
  return (
    <>
      <h3>{`${formatBytes(held)}${callSite === null ? '' : `, ${callSite}`}`}</h3>
      <div className="allocation-actions">
        {name.start !== null && <MomentButton time={name.start} words="Cursor to its start" onChoose={setCursor} />}
        {name.end !== null && <MomentButton time={name.end} words="to its end" onChoose={setCursor} />}
        <CopyButton text={copyText(details, end)} label="Copy the allocation with its call stack" />
      </div>
      <dl>
        <Size name="Held" bytes={held} />
        {Number.isNaN(requested) ? (
          <Detail name="Requested">not stated</Detail>
        ) : (
          <Size name="Requested" bytes={requested} />
        )}
        <Detail name="Start">{startText(name, end)}</Detail>
        <Detail name="Lifetime">{lifetimeText(name, end)}</Detail>
        <Detail name="Class">{details.class}</Detail>
        {program !== null && <Detail name="Program">{program}</Detail>}
        <Detail name="Address">{name.address}</Detail>
        {line !== null && <Detail name="Thread">{line}</Detail>}
      </dl>
      {stack.length === 0 ? (
        <p>{name.start === null ? NO_STACK_BEFORE : NO_STACK}</p>
      ) : (
        <ol className="allocation-stack" aria-label="Call stack, the outermost frame first">
          {stack.map((frame, depth) => (
            // One frame may be in a stack many times.
            <li key={`${String(depth)} ${frame.function}`} className={frame.kind === 'user code' ? 'user' : undefined}>
              {frameText(frame)} <small>{frame.kind}</small>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const NO_STACK_BEFORE =
  'It was allocated before the capture began; only its deallocation is in the file, which does not say who asked for ' +
  'it.';
const NO_STACK =
  'No Python or runtime event encloses it on its thread. Trace with host_tracer_level 2 or more and the Python tracer ' +
  'on to see who asked for it.';

function MomentButton(props: { time: Picoseconds; words: string; onChoose: (time: Picoseconds) => void }): ReactNode {
  return (
    <button type="button" className="button small" onClick={() => props.onChoose(props.time)}>
      {props.words}
    </button>
  );
}

function Size({ name, bytes }: { name: string; bytes: Bytes }): ReactNode {
  return (
    <Detail name={name}>
      {formatBytes(bytes)}
      {bytes >= 1024 && <small>{formatExactBytes(bytes)}</small>}
    </Detail>
  );
}

function frameText({ function: name, file }: StackFrame): string {
  return file === null ? name : `${file}: ${name}`;
}

/** What the panel shows, as lines. */
function copyText(details: Details, end: Picoseconds): string {
  const { name, held, requested, program, line, stack } = details;
  const facts = [
    `held ${formatBytesBoth(held)}`,
    Number.isNaN(requested) ? 'requested: not stated' : `requested ${formatBytesBoth(requested)}`,
    `start ${startText(name, end)}`,
    `lifetime ${lifetimeText(name, end)}`,
    `class ${details.class}`,
    ...(program === null ? [] : [`program ${program}`]),
    `address ${name.address}`,
    ...(line === null ? [] : [`thread ${line}`]),
  ];
  return [...facts, ...stack.map((frame) => `  ${frameText(frame)}`)].join('\n');
}
