import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Instants } from '../../../../../src/charts/clock.ts';
import { Icon } from '../../../parts/icons.tsx';
import type { useHistogram } from '../../../query/read/use-views.ts';
import { toRange, zoomOut } from '../../../query/time/time-range.ts';
import { usePage } from '../page-context.tsx';

const Histogram = lazy(async () => {
  const { Histogram: component } = await import('../../../charts/histogram.tsx');
  return { default: component };
});

interface HistogramPanelProps {
  readonly histogram: ReturnType<typeof useHistogram>;
  readonly range: Instants | undefined;
}

/** Always of the same height, so that rows do not jump when it comes. */
export function HistogramPanel({ histogram, range }: HistogramPanelProps) {
  const { actions, timeZone, setPreferences } = usePage();
  const goTo = (next: Instants): void => actions.change(toRange(next));
  const widen = (): void => {
    if (range !== undefined) actions.change(zoomOut(range, Date.now()));
  };
  return (
    <section
      className="sx-histogram-panel"
      aria-label="Events over time"
      data-stale={histogram.isPlaceholderData || undefined}
    >
      {histogram.data === undefined ? (
        <Waiting error={histogram.error} />
      ) : (
        <Suspense fallback={<Skeleton height={80} />}>
          <Histogram data={histogram.data} timeZone={timeZone} onZoom={goTo} onZoomOut={widen} />
        </Suspense>
      )}
      <div className="sx-histogram-tools">
        {histogram.data !== undefined && (
          <span className="sx-span">{histogram.data.span} per bar</span>
        )}
        <Tooltip label="Zoom out (or double-click)">
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Zoom out" onClick={widen}>
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
    </section>
  );
}

function Waiting({ error }: { readonly error: unknown }) {
  if (error !== null) {
    return <div className="sx-histogram-none">The histogram could not be loaded.</div>;
  }
  return <Skeleton height={80} mt={4} />;
}
