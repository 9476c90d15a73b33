import { type RefObject, useEffect, useRef } from 'react';
import type uPlot from 'uplot';

/** Keeps a chart in a place of the page, as wide as that place. Another `create` draws it anew. */
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
