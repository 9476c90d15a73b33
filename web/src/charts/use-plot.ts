import { type RefObject, useEffect, useRef } from 'react';
import type uPlot from 'uplot';

/** Keeps a chart in an element of the page, as wide as that element. A different `create` redraws it. */
export function usePlot(
  height: number,
  create: (element: HTMLElement) => uPlot,
): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const plot = create(element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [height, create]);
  return place;
}
