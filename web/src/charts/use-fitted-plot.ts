import { type RefObject, useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import { useLatest } from '../parts/use-latest.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Keeps a chart in an element of the page, sized to that element. A different `create` redraws it. */
export function useFittedPlot(
  create: (element: HTMLElement, size: Size) => uPlot,
  onPlot: (plot: uPlot | undefined) => void = () => {},
): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const told = useLatest(onPlot);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const plot = create(element, sizeOf(element));
    told.current(plot);
    const observer = new ResizeObserver(() => {
      const { width, height } = sizeOf(element);
      if (plot.width !== width || plot.height !== height) plot.setSize({ width, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      told.current(undefined);
      plot.destroy();
    };
  }, [create, told]);
  return place;
}

/** Never zero: an element without layout has no size. */
function sizeOf({ clientWidth, clientHeight }: HTMLElement): Size {
  return { width: Math.max(40, clientWidth), height: Math.max(40, clientHeight) };
}
