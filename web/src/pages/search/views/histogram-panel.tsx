import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Instants } from '../../../../../src/charts/clock.ts';
import { Icon } from '../../../parts/icons.tsx';
import type { useHistogram } from '../../../query/read/use-views.ts';
import { toRange, zoomOut } from '../../../query/time/time-range.ts';
import { HISTOGRAM_HEIGHT } from '../logic/preferences.ts';
import { usePage } from '../page-context.tsx';
import { HistogramLegend } from './histogram-legend.tsx';
import { ResizeHandle } from './resize-handle.tsx';

const Histogram = lazy(async () => {
  const { Histogram: component } = await import('../../../charts/histogram.tsx');
  return { default: component };
});

const CompareMenu = lazy(async () => {
  const { CompareMenu: component } = await import('../bars/compare-menu.tsx');
  return { default: component };
});
const ComparisonNote = lazy(async () => {
  const { ComparisonNote: component } = await import('./comparison-note.tsx');
  return { default: component };
});

interface HistogramPanelProps {
  readonly histogram: ReturnType<typeof useHistogram>;
  readonly compare: string | undefined;
  readonly query: string;
  readonly range: Instants | undefined;
  /** The query did not run, so that there is nothing to count. */
  readonly isFailed: boolean;
}

/** Has the chosen height regardless of its content, so that rows do not jump when it loads. */
export function HistogramPanel(props: HistogramPanelProps) {
  const { histogram, compare, query, range, isFailed } = props;
  const { actions, timeZone, preferences, setPreferences } = usePage();
  const { histogramHeight: height } = preferences;
  const data = isFailed ? undefined : histogram.data;
  const goTo = (next: Instants): void => actions.change(toRange(next));
  const widen = (): void => {
    if (range !== undefined) actions.change(zoomOut(range, Date.now()));
  };
  return (
    <section
      className="sx-histogram-panel"
      aria-label="Events over time"
      data-stale={(histogram.isPlaceholderData && !isFailed) || undefined}
    >
      <div className="sx-histogram-head">
        {data === undefined ? <span /> : <HistogramLegend data={data} query={query} />}
        <Tools span={data?.span} compare={compare} onZoomOut={widen} />
      </div>
      {data?.comparison !== undefined && (
        <Suspense>
          <ComparisonNote comparison={data.comparison} />
        </Suspense>
      )}
      <div style={{ height }}>
        {data === undefined ? (
          <Nothing error={histogram.error} isFailed={isFailed} height={height} />
        ) : (
          <Suspense fallback={<Skeleton height={height - 8} />}>
            <Histogram
              data={data}
              height={height}
              timeZone={timeZone}
              onZoom={goTo}
              onZoomOut={widen}
            />
          </Suspense>
        )}
      </div>
      <ResizeHandle
        label="Histogram height"
        height={height}
        {...HISTOGRAM_HEIGHT}
        onChange={(histogramHeight) => setPreferences({ histogramHeight })}
      />
    </section>
  );
}

interface ToolsProps {
  readonly span: string | undefined;
  readonly compare: string | undefined;
  readonly onZoomOut: () => void;
}

function Tools({ span, compare, onZoomOut }: ToolsProps) {
  const { setPreferences } = usePage();
  return (
    <div className="sx-histogram-tools">
      <Suspense>
        <CompareMenu compare={compare} />
      </Suspense>
      {span !== undefined && <span className="sx-span">{span} per bar</span>}
      <Tooltip label="Zoom out (or double-click)">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="Zoom out"
          onClick={onZoomOut}
        >
          <Icon name="minus" size={13} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Hide histogram">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="Hide histogram"
          onClick={() => setPreferences({ isHistogramShown: false })}
        >
          <Icon name="close" size={13} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

interface NothingProps {
  readonly error: unknown;
  readonly isFailed: boolean;
  readonly height: number;
}

function Nothing({ error, isFailed, height }: NothingProps) {
  if (isFailed) return <div className="sx-histogram-none">Query failed. No chart to show</div>;
  if (error !== null) {
    return <div className="sx-histogram-none">Couldn't load the histogram.</div>;
  }
  return <Skeleton height={height - 8} />;
}
