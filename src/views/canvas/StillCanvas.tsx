import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { DisplayList, TextMeasurer } from '../../layout/display-list.ts';
import type { CssPixels } from '../../model/units.ts';
import { CanvasLayer } from './layer.ts';
import { canvasMeasurer } from './painter.ts';
import { readPalette } from './palette.ts';
import { SurfaceWatch } from './surface.ts';

interface Props {
  /** Must stay the same function as long as it draws the same. */
  layout: (width: CssPixels, height: CssPixels, measure: TextMeasurer) => DisplayList;
  className: string;
  /** What it shows, in a sentence. */
  label: string;
}

/** A picture that nothing moves over: painted again when its size, the theme or what it shows changes. */
export function StillCanvas({ layout, className, label }: Props): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const layer = new CanvasLayer(element, { opaque: true });
    const measure = canvasMeasurer();
    const paint = (): void => {
      const { width, height } = watch.size();
      if (width > 0 && height > 0) layer.paint(layout(width, height, measure), readPalette(), devicePixelRatio);
    };
    const watch = new SurfaceWatch(element, paint, paint);
    paint();
    return () => watch.stop();
  }, [layout]);
  return <canvas ref={canvas} className={className} role="img" aria-label={label} />;
}
