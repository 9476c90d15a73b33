import { Button, CloseButton } from '@mantine/core';
import { countOf } from '../../../parts/sizes.ts';
import { courseOf, type Distance, spanText } from '../../../query/rows/distances.ts';
import type { LogEvent } from '../../../query/rows/log-event.ts';
import { usePage } from '../page-context.tsx';

interface CourseNoticeProps {
  readonly events: readonly LogEvent[];
  readonly distances: ReadonlyMap<string, Distance>;
  readonly hasMore: boolean;
}

/** How long the events took from first to last, and where they paused. */
export function CourseNotice({ events, distances, hasMore }: CourseNoticeProps) {
  const { actions } = usePage();
  const { spanMs, gaps, longest } = courseOf(events, distances);
  return (
    <div className="sx-sorted" role="note" aria-label="Time deltas">
      <span>
        {countOf(events.length, 'event')}
        {hasMore && ' loaded so far'} in {spanText(spanMs)},{' '}
        {gaps === 0 ? 'no gaps' : countOf(gaps, 'gap')}
      </span>
      {longest !== undefined && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => actions.openEvent(longest.id)}
          title="Open the event after the longest gap"
        >
          Longest gap: {spanText(longest.ms)}
        </Button>
      )}
      <CloseButton
        size="sm"
        ml="auto"
        aria-label="Hide time deltas"
        title="Hide time deltas"
        onClick={() => actions.change({ hasDistances: false }, { replace: true })}
      />
    </div>
  );
}
