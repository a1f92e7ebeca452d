import { useMemo } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { layoutDeviceSparkline } from '../../layout/device-sparkline.ts';
import { formatAllocator, formatBytes, formatExactBytes } from '../../model/format.ts';
import type { AllocatorSummary, DeviceTotal } from '../../model/summary.ts';
import { wholeRange } from '../../model/time-range.ts';
import type { TimeRange } from '../../model/view-state.ts';
import { allocatorKey } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { Picture } from '../common/Picture.tsx';

interface Props {
  devices: readonly AllocatorSummary[];
  total: DeviceTotal | null;
  /** The one that is drawn large. */
  shown: AllocatorSummary;
  showsTotal: boolean;
}

const WIDTH = 160;
const HEIGHT = 20;

/** All devices small, on the same two scales; choosing one draws it large. One is in the tab order, arrows move. */
export function DeviceRows({ devices, total, shown, showsTotal }: Props): ReactNode {
  const choose = useAppState((state) => state.chooseAllocator);
  const showTotal = useAppState((state) => state.showTotal);
  const lists = useMemo(() => {
    const range = commonRange(devices);
    const maximum = devices.reduce((most, { peak }) => Math.max(most, peak.total), 0);
    return devices.map(({ curves, allocator }) => {
      const title = `Memory of ${formatAllocator(allocator)}`;
      return layoutDeviceSparkline({ curve: curves.total, range, maximum, width: WIDTH, height: HEIGHT, title });
    });
  }, [devices]);
  const isShown = (device: AllocatorSummary): boolean => !showsTotal && device === shown;
  const hasEntry = showsTotal || devices.some(isShown);
  return (
    <section className="devices" aria-label="Devices" onKeyDown={moveBetween}>
      <div className="device-rows">
        {devices.map((device, index) => (
          <button
            key={allocatorKey(device)}
            type="button"
            className="device-row"
            aria-pressed={isShown(device)}
            tabIndex={isShown(device) || (!hasEntry && index === 0) ? 0 : -1}
            title={`${allocatorKey(device)}: window peak ${formatExactBytes(device.peak.total)}`}
            onClick={() => choose(allocatorKey(device))}
          >
            <span className="device-name">{formatAllocator(device.allocator)}</span>
            <Picture list={lists[index]} stretches isDecoration />
            <span className="device-peak">{formatBytes(device.peak.total)}</span>
          </button>
        ))}
      </div>
      {total !== null && (
        <button
          type="button"
          className="device-row device-total"
          aria-pressed={showsTotal}
          tabIndex={showsTotal ? 0 : -1}
          title={`Peak of the sum: ${formatExactBytes(total.peak.total)}`}
          onClick={() => showTotal(!showsTotal)}
        >
          <span className="device-name">all devices together (sum at each moment)</span>
          <span className="device-peak">{formatBytes(total.peak.total)}</span>
        </button>
      )}
    </section>
  );
}

function commonRange(devices: readonly AllocatorSummary[]): TimeRange {
  const start = devices.reduce((least, { curves }) => Math.min(least, curves.start), Infinity);
  const end = devices.reduce((most, { curves }) => Math.max(most, curves.end), -Infinity);
  return wholeRange(start, end);
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const buttons = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('.device-row'));
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)].focus();
}
