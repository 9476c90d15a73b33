import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/call.ts';
import { ErrorNotice } from './error-notice.tsx';
import { RowsSkeleton } from './page-frame.tsx';

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** What was asked for: its place while it is on the way, what went wrong, or itself. */
export function QueryView<Data>({ query, rows = 4, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) {
    // What is not there will not be there a moment later either.
    const isMissing = query.error instanceof ApiError && query.error.status === 404;
    const retry = isMissing ? {} : { onRetry: () => void query.refetch() };
    return <ErrorNotice error={query.error} {...retry} />;
  }
  return <RowsSkeleton rows={rows} />;
}
