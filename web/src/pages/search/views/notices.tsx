import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { mended } from '../logic/fixes.ts';
import { usePage } from '../page-context.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { ROWS_KEPT_MAX, type SearchRun } from '../../../query/read/use-search.ts';
import type { ViewInput } from '../../../query/read/use-views.ts';
import { formatCount } from '../../../parts/sizes.ts';
import { ByAnotherField } from './by-another-field.tsx';

const WARNINGS_MAX = 3;

interface NoticesProps {
  readonly run: SearchRun;
  readonly isTable: boolean;
  /** The query that can be changed; undefined where another one was run for it. */
  readonly query: string | undefined;
  /** The events the query reads. */
  readonly input: ViewInput;
}

/** What the answer lacks comes before what its text may mean. */
const FIRST: ReadonlySet<string> = new Set([
  'unknown-field',
  'rows-dropped',
  'subsearch-cut',
  'colon-term',
]);

/** Shows what is missing from a result, and what may surprise the reader. */
export function Notices({ run, isTable, query, input }: NoticesProps) {
  const { actions } = usePage();
  // Further pages load by scrolling: the row limit is worth mentioning only when no more can be loaded.
  const limits = run.limits.filter(({ limit }) => limit !== 'rows' || (isTable && !run.hasMore));
  // If all rows were returned, the total that could have matched is irrelevant.
  const isCut = run.rows.length >= ROWS_KEPT_MAX;
  const warnings = run.warnings
    .filter(({ code }) => code !== 'sort-limit' || isCut)
    .toSorted((a, b) => Number(FIRST.has(b.code)) - Number(FIRST.has(a.code)));
  const isFull = !isTable && run.events.length >= ROWS_KEPT_MAX;
  if (run.isStale) return null;
  if (limits.length === 0 && warnings.length === 0 && !isFull) return null;
  return (
    <div className="sx-notices" role="note" aria-label="About this result">
      {isFull && (
        <Notice>
          Showing the first {formatCount(ROWS_KEPT_MAX)} events. Narrow the time range or add a
          filter to see others.
        </Notice>
      )}
      {limits.map(({ limit, message }) => (
        <Notice key={limit}>{message}</Notice>
      ))}
      {warnings.slice(0, WARNINGS_MAX).map(({ code, message, position, fix }) => (
        <Notice key={`${code} ${position ?? ''}`}>
          {message}{' '}
          {fix !== undefined && query !== undefined && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => actions.run(mended(query, [fix]))}
            >
              {fix.label}
            </Button>
          )}{' '}
          {code === 'rows-dropped' && query !== undefined && position !== undefined && (
            <ByAnotherField query={query} position={position} input={input} />
          )}
        </Notice>
      ))}
      {warnings.length > WARNINGS_MAX && <Notice>and {warnings.length - WARNINGS_MAX} more</Notice>}
    </div>
  );
}

function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="xs" className="sx-notice">
      <Icon name="warning" size={12} /> {children}
    </Text>
  );
}
