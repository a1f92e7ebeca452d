import type { ReactNode, RefObject } from 'react';
import type { TimelineChart } from './chart.ts';

interface Props {
  chart: RefObject<TimelineChart | null>;
  allocatorName: string;
}

/** The curve as it stands, as a file for an issue or a talk. */
export function SavePicture({ chart, allocatorName }: Props): ReactNode {
  const save = (): void => {
    const svg = chart.current?.picture() ?? null;
    if (svg !== null) download(svg, `memory-${allocatorName.replaceAll(/[^\w.-]+/g, '-')}.svg`);
  };
  return (
    <button type="button" className="button small" aria-label="Save picture" title="Save the curve as SVG" onClick={save}>
      Save
    </button>
  );
}

function download(svg: string, name: string): void {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
