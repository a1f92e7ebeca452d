/** Sawtooth: the same small rise and fall again and again, as a model without a layer stack makes it. */

import type { Finding } from '../../model/finding.ts';
import { formatBytes, formatDuration } from '../../model/format.ts';
import type { Bytes, Picoseconds } from '../../model/units.ts';
import { makeFinding } from './make.ts';
import { totalAfter, type Scene } from './scene.ts';
import { MIN_TEETH, MIN_TOOTH_SHARE, TEETH_TOLERANCE } from './thresholds.ts';

interface Tooth {
  time: Picoseconds;
  height: Bytes;
}

/** Parts of the greatest rise at which teeth are looked for: a fine comb sees small teeth between large ones. */
const COMBS = [0.7, 0.4, 0.2];

export function findSawteeth(scene: Scene): Finding[] {
  const { summary } = scene;
  const least = MIN_TOOTH_SHARE * summary.peak.total;
  const greatest = summary.peak.total - Math.min(summary.inUseBefore, summary.inUseLast);
  for (const comb of COMBS) {
    const hysteresis = Math.max(least, comb * greatest);
    const teeth = teethOf(scene, hysteresis);
    const regular = regularOnes(teeth);
    if (regular.length < MIN_TEETH || regular.length < (1 - TEETH_TOLERANCE) * teeth.length) continue;
    const height = median(regular.map((tooth) => tooth.height));
    const distances = regular.slice(1).map((tooth, i) => tooth.time - regular[i].time);
    const from = regular[0].time;
    const to = regular[regular.length - 1].time;
    return [
      makeFinding(scene, {
        kind: 'sawtooth',
        severity: 'know',
        from,
        to,
        moment: regular[0].time,
        bytes: height,
        title: 'Sawtooth',
        sentence:
          `In use rises and falls by about ${formatBytes(height)} again and again: ${regular.length.toLocaleString('en-US')} ` +
          `times, ${formatDuration(median(distances))} apart. Nothing piles up.`,
        allocations: [],
      }),
    ];
  }
  return [];
}

/** Rises and falls larger than `hysteresis`: smaller ones are ripples on a tooth. */
function teethOf(scene: Scene, hysteresis: Bytes): Tooth[] {
  const teeth: Tooth[] = [];
  let low = scene.summary.inUseBefore;
  let high = low;
  let highTime = scene.start;
  let isRising = true;
  for (const event of scene.events) {
    const total = totalAfter(scene, event);
    if (isRising) {
      if (total > high) {
        high = total;
        highTime = scene.profile.events.time[event];
      }
      if (total < low) low = total;
      if (high - total >= hysteresis && high - low >= hysteresis) {
        teeth.push({ time: highTime, height: high - Math.max(low, total) });
        isRising = false;
        low = total;
      }
    } else if (total < low) {
      low = total;
    } else if (total - low >= hysteresis) {
      isRising = true;
      high = total;
      highTime = scene.profile.events.time[event];
    }
  }
  return teeth;
}

function regularOnes(teeth: readonly Tooth[]): Tooth[] {
  if (teeth.length < MIN_TEETH) return [];
  const typical = median(teeth.map(({ height }) => height));
  return teeth.filter(({ height }) => Math.abs(height - typical) <= TEETH_TOLERANCE * typical);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? 0 : sorted[sorted.length >> 1];
}
