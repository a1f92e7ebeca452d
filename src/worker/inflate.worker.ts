/**
 * The first of a profile's two workers: walks what was dropped, inflates it, and sends the bytes on. It is a thread of
 * its own because Chromium inflates on the thread that reads: one worker for both would take the sum of the two times.
 */

import { walk } from '../input/walk.ts';
import type { Problem } from '../model/problems.ts';
import { BufferPool } from './buffer-pool.ts';
import { PooledSink } from './pooled-sink.ts';
import type { EntryMessage, EntryReply, OpenRequest } from './protocol.ts';

const PROGRESS_INTERVAL_MS = 60;

self.onmessage = ({ data }: MessageEvent<OpenRequest>): void => {
  const { files, port } = data;
  const pool = new BufferPool();
  const send = (message: EntryMessage, transfer: ArrayBuffer[]): void => port.postMessage(message, transfer);
  let lastProgress = 0;

  const walkAll = async (): Promise<void> => {
    const problems: Problem[] = [];
    const refusals = await walk(files, new PooledSink(pool, send), {
      onProgress(bytesRead, bytesTotal) {
        const now = performance.now();
        if (now - lastProgress < PROGRESS_INTERVAL_MS && bytesRead < bytesTotal) return;
        lastProgress = now;
        send({ type: 'progress', bytesRead, bytesTotal }, []);
      },
      onProblem: (problem) => problems.push(problem),
    });
    send({ type: 'done', refusals, problems }, []);
  };

  port.onmessage = ({ data: reply }: MessageEvent<EntryReply>): void => {
    if (reply.type === 'recycle') pool.give(reply.buffer);
    else void walkAll();
  };
  void walkAll();
};
