/** Places the panels in the grid: as stored on wide screens, in half the columns on narrow ones, stacked on phones. */
import type { CSSProperties, ReactNode } from 'react';
import { type Arranged, halfWidths } from '../logic/arrange-panels.ts';
import type { SeenPanel } from './panel-props.ts';
import './grid.css';

interface PanelGridProps<Panel extends SeenPanel> {
  readonly arranged: readonly Arranged<Panel>[];
  readonly children: (panel: Panel) => ReactNode;
}

export function PanelGrid<Panel extends SeenPanel>({ arranged, children }: PanelGridProps<Panel>) {
  const halves = halfWidths(arranged.map(({ panel }) => panel));
  return (
    <div className="db-grid">
      {arranged.map(({ panel, row }, at) => (
        <section
          key={panel.id}
          className="db-cell-of-grid"
          data-panel={panel.id}
          data-kind={panel.kind}
          aria-label={panel.title === '' ? `Panel ${panel.id}` : panel.title}
          tabIndex={-1}
          style={placeOf(panel, row, halves[at] ?? panel.w)}
        >
          {children(panel)}
        </section>
      ))}
    </div>
  );
}

/** As custom properties, so that the style sheet decides what a screen has room for. */
function placeOf({ x, w, h }: SeenPanel, row: number, half: number): CSSProperties {
  return {
    '--db-column': x + 1,
    '--db-row': row + 1,
    '--db-width': w,
    '--db-half-width': half,
    '--db-height': h,
  } as CSSProperties;
}

/** The panels in sight first, then the others in their order. */
export function inSightFirst(ids: readonly string[]): string[] {
  const isInSight = (id: string): boolean => {
    const element = document.querySelector(`[data-panel="${id}"]`);
    if (element === null) return false;
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  };
  const seen = new Set(ids.filter(isInSight));
  return [...ids.filter((id) => seen.has(id)), ...ids.filter((id) => !seen.has(id))];
}
