import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { layoutDeviceTotal } from '../../layout/device-total.ts';
import type { DisplayList, TextMeasurer } from '../../layout/display-list.ts';
import { readAt } from '../../layout/readings.ts';
import { formatAllocator, formatBytes, formatBytesBoth, formatCount, formatQuantity, formatTime } from '../../model/format.ts';
import type { AllocatorSummary, DeviceTotal } from '../../model/summary.ts';
import { clampRange, wholeRange } from '../../model/time-range.ts';
import { allocatorKey } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { SavePicture } from '../common/SavePicture.tsx';
import { StillCanvas } from '../canvas/StillCanvas.tsx';

const TITLE = 'All devices together (sum at each moment)';
const FIGURE_HEIGHT = 340;

interface Props {
  total: DeviceTotal;
  devices: readonly AllocatorSummary[];
}

/** What all devices hold together, moment by moment, and what each of them holds when the sum is greatest. */
export function TotalView({ total, devices }: Props): ReactNode {
  const range = useAppState((state) => state.view.range);
  const choose = useAppState((state) => state.chooseAllocator);
  const setCursor = useAppState((state) => state.setCursor);
  const { peak, start, end, hosts } = total;
  const sumOfPeaks = devices.reduce((sum, device) => sum + device.peak.total, 0);
  const at = formatTime(peak.time, 1e6, end);
  const words = [
    `Together ${formatQuantity(total.devices, 'device')} hold at most ${formatBytesBoth(peak.total)}, at ${at}.`,
    sumOfPeaks === peak.total
      ? 'Here that is the sum of the peaks as well: all devices reach theirs together.'
      : 'The peak of the sum is not the sum of the peaks: ' +
        `those lie at different moments, and add up to ${formatBytesBoth(sumOfPeaks)}, which was never held.`,
  ];
  if (hosts > 1) {
    words.push(`Curves of ${formatQuantity(hosts, 'host')} are laid on each other by the time since each one's session began.`);
  }
  const label = words.join(' ');
  const layout = useCallback(
    (width: number, height: number, measure: TextMeasurer): DisplayList => {
      const whole = wholeRange(start, end);
      const shown = range === null ? whole : clampRange(range, whole);
      return layoutDeviceTotal({ total, range: shown, width, height, pixelRatio: devicePixelRatio, measure, title: label });
    },
    [total, range, start, end, label],
  );
  return (
    <section className="total-view" aria-labelledby="total-title">
      <div className="bar">
        <h2 id="total-title">{TITLE}</h2>
        <span className="bar-space" />
        <SavePicture
          name="memory-all-devices"
          content={() => ({
            title: TITLE,
            notes: words,
            legend: [],
            draw: (width, measure) => [layout(width, FIGURE_HEIGHT, measure)],
          })}
        />
      </div>
      <p className="total-words">{label}</p>
      <StillCanvas layout={layout} className="total-canvas" label={label} />
      <div className="total-table">
        <table className="numbers">
          <caption>Each device when the sum is greatest, at {at}</caption>
          <thead>
            <tr>
              <th scope="col">Device</th>
              <th scope="col">Holds then</th>
              <th scope="col">Bytes</th>
              <th scope="col">Own peak</th>
              <th scope="col">At</th>
            </tr>
          </thead>
          <tbody>
            {devices.map((device) => {
              const reading = readAt({ ...device, window: null }, peak.time);
              const key = allocatorKey(device);
              const open = (): void => {
                choose(key);
                setCursor(peak.time);
              };
              return (
                <tr key={key}>
                  <th scope="row">
                    <button type="button" className="row-button" onClick={open}>
                      {formatAllocator(device.allocator)}
                      {device.allocator.host !== null && <small>{device.allocator.host}</small>}
                    </button>
                  </th>
                  <td>{formatBytes(reading.total)}</td>
                  <td>
                    {reading.exact ? '' : 'about '}
                    {formatCount(reading.total)}
                  </td>
                  <td>{formatBytes(device.peak.total)}</td>
                  <td>{formatTime(device.peak.time, 1e6, end)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
