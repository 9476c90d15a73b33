import { Loader, Text } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { usePage } from '../page-context.tsx';
import { distancesOf } from '../../../query/rows/distances.ts';
import { EventList } from '../../../query/rows/event-list.tsx';
import { LinkedEvent } from '../../../query/rows/linked-event.tsx';
import { SidePanel } from '../../../query/rows/side-panel.tsx';
import type { SearchBodyProps } from './body-props.ts';
import { EmptyResult } from './empty-result.tsx';
import { LastResult, Problem } from './failed-query.tsx';
import { Notices } from './notices.tsx';
import { countOf } from '../../../parts/sizes.ts';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';

const SEARCHING = <WaitingLines label="Searching" lines={14} />;

const CourseNotice = lazy(async () => {
  const { CourseNotice: component } = await import('./course-notice.tsx');
  return { default: component };
});
const SortedNotice = lazy(async () => {
  const { SortedNotice: component } = await import('./sorted-notice.tsx');
  return { default: component };
});
const StatisticsView = lazy(async () => {
  const { StatisticsView: component } = await import('./statistics-view.tsx');
  return { default: component };
});
const PatternsView = lazy(async () => {
  const { PatternsView: component } = await import('./patterns-view.tsx');
  return { default: component };
});
const TailView = lazy(async () => {
  const { TailView: component } = await import('./tail-view.tsx');
  return { default: component };
});

export function ResultView(props: SearchBodyProps) {
  const { state, facts, input, search, isTable, query, columns, kept } = props;
  if (state.isLive) {
    return (
      <Suspense fallback={SEARCHING}>
        <TailView state={state} columns={columns} words={facts.words} />
      </Suspense>
    );
  }
  if (state.mode === 'patterns') {
    return (
      <Suspense fallback={SEARCHING}>
        <PatternsView input={input} />
      </Suspense>
    );
  }
  return (
    <>
      <Problem search={search} query={query} />
      {kept !== undefined && <LastResult kept={kept} state={state} columns={columns} />}
      <Notices
        run={search}
        isTable={isTable}
        query={query === state.query ? query : undefined}
        input={input}
      />
      {isTable && search.stats !== undefined ? (
        <Suspense fallback={SEARCHING}>
          <StatisticsView
            query={query}
            facts={facts}
            columns={search.columns}
            rows={search.rows}
            order={state.order}
            comparison={search.comparison}
            compare={state.compare}
          />
        </Suspense>
      ) : (
        <Events {...props} />
      )}
    </>
  );
}

function Events(props: SearchBodyProps) {
  const { state, facts, input, search, range, columns, isTable, order } = props;
  const { actions, preferences } = usePage();
  const { events } = search;
  const open = events.find(({ id }) => id === state.event);
  const distances = useMemo(
    () => (state.hasDistances ? distancesOf(events) : undefined),
    [state.hasDistances, events],
  );
  const sorting = {
    order,
    sort: state.sort,
    setOrder: (next: typeof order) => actions.change({ order: next }),
    setSort: (sort: typeof state.sort) => actions.change({ sort }),
  };
  if (search.isCancelled && events.length === 0) {
    return (
      <EmptyState icon="close" title="Cancelled">
        Run the query again to see results.
      </EmptyState>
    );
  }
  if (search.stats === undefined) return search.error === null ? SEARCHING : null;
  if (isTable) return null;
  return (
    <>
      {state.event !== undefined && open === undefined && !search.isRunning && (
        <LinkedEvent key={state.event} id={state.event} words={facts.words} />
      )}
      {events.length > 0 && (
        <Suspense>
          {order !== undefined && (
            <SortedNotice order={order} loaded={events.length} hasMore={search.hasMore} />
          )}
          {distances !== undefined && (
            <CourseNotice events={events} distances={distances} hasMore={search.hasMore} />
          )}
        </Suspense>
      )}
      {events.length === 0 && !search.isRunning ? (
        <EmptyResult input={input} facts={facts} range={range} />
      ) : (
        <div className="sx-results" data-stale={search.isStale || undefined}>
          <EventList
            sorting={sorting}
            distances={distances}
            key={`${state.view} ${preferences.isWrapped}`}
            events={events}
            openId={state.event}
            view={state.view}
            columns={columns}
            words={facts.words}
            onEnd={search.loadMore}
            footer={events.length > 0 && <Footer {...search} />}
          />
          {open !== undefined && preferences.details === 'side' && (
            <SidePanel event={open} words={facts.words} />
          )}
        </div>
      )}
    </>
  );
}

function Footer({ isLoadingMore, hasMore, events }: SearchBodyProps['search']) {
  return (
    <Text size="xs" c="dimmed" className="sx-footer" component="div">
      {isLoadingMore ? (
        <>
          <Loader size={12} /> Loading more events
        </>
      ) : hasMore ? (
        'Scroll for more events'
      ) : (
        `No more events (${countOf(events.length, 'event')})`
      )}
    </Text>
  );
}
