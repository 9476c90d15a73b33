/** A query that did not run: why, what would mend it, and the last answer there was. */
import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ApiError } from '../../../api/call.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';
import type { SearchRun } from '../../../query/read/use-search.ts';
import { EventList } from '../../../query/rows/event-list.tsx';
import type { SearchState } from '../../../data/search-state.ts';
import type { KeptResult } from '../hooks/use-kept-result.ts';
import { fixesOf, mended } from '../logic/fixes.ts';
import { usePage } from '../page-context.tsx';

const StatisticsView = lazy(async () => {
  const { StatisticsView: component } = await import('./statistics-view.tsx');
  return { default: component };
});

interface ProblemProps {
  readonly search: SearchRun;
  /** The query that failed; a fix changes it. */
  readonly query: string;
}

export function Problem({ search, query }: ProblemProps) {
  const { actions } = usePage();
  const { error, retry } = search;
  if (error === null) return null;
  const fixes = fixesOf(error);
  // The same text cannot be read any better the second time.
  const isUnreadable = error instanceof ApiError && error.status === 400;
  return (
    <div className="sx-problem">
      <ErrorNotice error={error} {...(isUnreadable ? {} : { onRetry: retry })}>
        {fixes.length > 0 && (
          <Group gap={6} mt={6}>
            {fixes.map((fix) => (
              <Button
                key={`${fix.start} ${fix.text}`}
                size="compact-xs"
                variant="default"
                title={mended(query, [fix])}
                onClick={() => actions.run(mended(query, [fix]))}
              >
                {fix.label}
              </Button>
            ))}
            {fixes.length > 1 && (
              <Button
                size="compact-xs"
                title={mended(query, fixes)}
                onClick={() => actions.run(mended(query, fixes))}
              >
                Fix all {fixes.length}
              </Button>
            )}
          </Group>
        )}
      </ErrorNotice>
    </div>
  );
}

interface LastResultProps {
  readonly kept: KeptResult;
  readonly state: SearchState;
  readonly columns: readonly string[];
}

/** Greyed out, so that it is not taken for the result of the query in the editor. */
export function LastResult({ kept, state, columns }: LastResultProps) {
  const { actions, preferences } = usePage();
  const { search, facts, query } = kept;
  return (
    <section className="sx-last" aria-label="Last result">
      <div className="sx-last-bar">
        <Text size="xs" component="span" className="sx-last-words">
          Showing the last result, for <code>{query === '' ? '*' : query}</code>
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => actions.run(query)}>
          Restore that query
        </Button>
      </div>
      <div className="sx-last-body">
        {kept.isTable ? (
          <Suspense fallback={<WaitingLines label="Searching" lines={14} />}>
            <StatisticsView
              query={query}
              facts={facts}
              columns={search.columns}
              rows={search.rows}
              order={state.order}
              comparison={search.comparison}
              compare={undefined}
            />
          </Suspense>
        ) : (
          <EventList
            key={`${state.view} ${preferences.isWrapped}`}
            events={search.events}
            openId={state.event}
            view={state.view}
            columns={columns}
            words={facts.words}
          />
        )}
      </div>
    </section>
  );
}
