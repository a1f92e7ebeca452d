import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../model/format.ts';
import { parseBytes } from '../../model/parse-bytes.ts';
import { COMPILE_SNIPPET } from '../../model/projection.ts';
import type { MemoryFigures } from '../../model/projection.ts';
import type { AllocatorIndex } from '../../model/units.ts';
import { shownName } from '../../state/app-state.ts';
import { CopyButton } from '../common/CopyButton.tsx';
import { KeyHelp } from '../common/KeyHelp.tsx';
import { Modal } from '../common/Modal.tsx';
import { useSession } from '../common/session.ts';
import { useAnswer } from '../common/use-answer.ts';
import { blocksOf, depthFigures } from './depths.ts';
import type { TypedDepth } from './depths.ts';
import { KnownDepths } from './KnownDepths.tsx';
import { ProjectionAnswer } from './ProjectionAnswer.tsx';
import { PROJECTION_KEYS } from './projection-keys.ts';
import '../../styles/projection.css';

interface Props {
  /** Of the open profile, whose figures are the first known ones. */
  allocator: AllocatorIndex;
  onClose: () => void;
}

/** "Will a deeper model fit?": from this profile, and better from several, to another number of blocks. */
export function ProjectionDialog({ allocator, onClose }: Props): ReactNode {
  const { answer: figures, hasFailed } = useAnswer('memoryFigures', { allocator });
  return (
    <Modal
      className="projection"
      title="Will a deeper model fit?"
      tools={<KeyHelp keys={PROJECTION_KEYS} note="They work while this dialog is open." />}
      onClose={onClose}
    >
      {hasFailed && <p>The profile did not answer. Close this and open the profile again.</p>}
      {figures !== null && <Projector figures={figures} />}
    </Modal>
  );
}

function Projector({ figures }: { figures: MemoryFigures }): ReactNode {
  const session = useSession();
  const capacityId = useId();
  const [known, setKnown] = useState<readonly TypedDepth[]>([typedDepth(figures)]);
  const [target, setTarget] = useState('');
  const [capacity, setCapacity] = useState(figures.capacity === null ? '' : String(figures.capacity));
  const [reading, setReading] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const room = parseBytes(capacity);
  const asked = depthFigures(known);
  const blocks = blocksOf(target);
  const ask = asked === null || blocks === null ? null : { figures: asked, target: blocks, capacity: room };
  const { answer } = useAnswer('projection', ask);

  const add = async (files: readonly File[]): Promise<void> => {
    setReading(files[0].name);
    setFault(null);
    const read = await session.readFigures(files);
    setReading(null);
    if (typeof read === 'string') setFault(`${files[0].name} was not added. ${read}`);
    else setKnown((before) => [...before, typedDepth(read)]);
  };
  const change = (index: number, depth: string): void =>
    setKnown((before) => before.map((one, i) => (i === index ? { ...one, depth } : one)));

  return (
    <>
      <p>
        Say how many blocks (layers) each profile has, and how many you want. What is alive at the fullest moment is
        carried on to that depth, group by group.
      </p>
      <KnownDepths
        known={known}
        reading={reading}
        fault={fault}
        onDepth={change}
        onRemove={(index) => setKnown((before) => before.filter((_, i) => i !== index))}
        onAdd={(files) => void add(files)}
      />
      <div className="projection-ask">
        <label>
          Blocks to ask about{' '}
          <input
            type="number"
            min={1}
            inputMode="numeric"
            value={target}
            onChange={(event) => setTarget(event.target.value)}
          />
        </label>
        <label htmlFor={capacityId}>Capacity</label>
        <input
          id={capacityId}
          className="projection-capacity"
          value={capacity}
          aria-invalid={capacity.trim() !== '' && room === null}
          onChange={(event) => setCapacity(event.target.value)}
        />
        <span className="projection-note">
          {room === null ? 'Write a size: 16GiB, 16GB, or bytes.' : `${formatBytes(room)}${room === figures.capacity ? ', as in this profile' : ''}`}
        </span>
      </div>
      {answer === null ? (
        <p className="projection-note" role="status">
          {whatIsMissing(known, blocks)}
        </p>
      ) : (
        <ProjectionAnswer projection={answer} />
      )}
      <section className="projection-better" aria-labelledby="projection-better">
        <h3 id="projection-better">The better way: ask the compiler at full depth</h3>
        <p>It compiles for shapes alone and allocates nothing, so it also works where the model does not fit.</p>
        <div className="snippet">
          <pre tabIndex={0} aria-label="Code: ask the compiler">
            <code>{COMPILE_SNIPPET}</code>
          </pre>
          <CopyButton text={COMPILE_SNIPPET} label="Copy the code: ask the compiler" />
        </div>
      </section>
    </>
  );
}

function typedDepth(figures: MemoryFigures): TypedDepth {
  return { figures, depth: figures.guessedDepth === null ? '' : String(figures.guessedDepth) };
}

function whatIsMissing(known: readonly TypedDepth[], blocks: number | null): string {
  const nameless = known.find(({ depth }) => blocksOf(depth) === null);
  if (nameless !== undefined) return `How many blocks has the model in ${shownName(nameless.figures.source)}? The profile does not say.`;
  return blocks === null ? 'How many blocks do you want?' : '';
}
