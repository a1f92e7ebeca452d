import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { ReduceProgress, Reduction } from '../../worker/protocol.ts';
import { download } from '../common/download.ts';
import { Modal } from '../common/Modal.tsx';
import { useSession } from '../common/session.ts';
import type { RunningReduction } from '../common/session.ts';
import { faultWords, progressWords, resultWords } from './reduce-words.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** Makes a smaller file of the open trace, small enough for an issue. Closing it ends what runs. */
export function ReduceDialog({ isOpen, onClose }: Props): ReactNode {
  const session = useSession();
  const running = useRef<RunningReduction | null>(null);
  const [progress, setProgress] = useState<ReduceProgress | null>(null);
  const [result, setResult] = useState<Reduction | null>(null);

  const stop = (): void => {
    running.current?.cancel();
    running.current = null;
    setProgress(null);
  };
  const start = async (): Promise<void> => {
    const own = session.reduce(setProgress);
    if (own === null) return;
    running.current = own;
    setResult(null);
    setProgress({ phase: 'reading', bytesRead: 0, bytesTotal: 0 });
    const reduction = await own.done;
    if (running.current !== own) return;
    stop();
    setResult(reduction);
    if (reduction.archive !== null) download(reduction.archive, reduction.name);
  };
  const leave = (): void => {
    stop();
    setResult(null);
    onClose();
  };
  return (
    <Modal className="reduce" title="Reduced profile" isOpen={isOpen} onClose={leave}>
      <p>
        A smaller file with the same memory in it, for an issue or a colleague: all memory events, the calls that enclose
        them, launches, steps and the HLO of the programs. Kernels and all other host events are left out. Names of
        functions, files and hosts stay as they are. Highwater, XProf and TensorBoard open it.
      </p>
      {progress !== null && <Running progress={progress} />}
      <div aria-live="polite">{result !== null && <Result result={result} />}</div>
      <p className="request-ways">
        {progress === null ? (
          <button type="button" className="button primary" onClick={() => void start()}>
            {result === null ? 'Download reduced profile' : 'Download it again'}
          </button>
        ) : (
          <button type="button" className="button" onClick={stop}>
            Cancel
          </button>
        )}
      </p>
    </Modal>
  );
}

function Running({ progress }: { progress: ReduceProgress }): ReactNode {
  const { share, words } = progressWords(progress);
  return (
    <div className="reduce-progress">
      <progress value={share} max={1} aria-label="Reducing the profile" />
      <p>{words}</p>
    </div>
  );
}

function Result({ result }: { result: Reduction }): ReactNode {
  const faults = faultWords(result);
  return (
    <>
      <p>{result.archive === null ? 'Nothing was saved.' : <strong>{result.name}</strong>}</p>
      {resultWords(result).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {faults.length > 0 && (
        <ul className="refusals">
          {faults.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  );
}
