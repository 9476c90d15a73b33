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

/** Shows a placeholder while the query is loading, then its error or its data. */
export function QueryView<Data>({ query, rows = 4, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) {
    // A 404 is not worth retrying.
    const isMissing = query.error instanceof ApiError && query.error.status === 404;
    const retry = isMissing ? {} : { onRetry: () => void query.refetch() };
    return <ErrorNotice error={query.error} {...retry} />;
  }
  return <RowsSkeleton rows={rows} />;
}
