/** Requests a preview of the files and run times, debounced after each change of the form. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportPreview, ExportPreviewDraft } from '../../../../../src/contract/exports.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { readFacts } from '../../../query/text/query-facts.ts';
import { type ExportForm, previewOf } from '../logic/export-form.ts';

export interface PreviewState {
  readonly data: ExportPreview | undefined;
  readonly error: unknown;
  /** Whether the preview belongs to an earlier form or has not arrived yet. */
  readonly isBehind: boolean;
  /** Why no preview is requested. */
  readonly missing: string | undefined;
  readonly runNow: () => void;
}

const STILL_MS = 600;

export function usePreview(form: ExportForm): PreviewState {
  const missing = whatIsMissing(form);
  const wanted = JSON.stringify(previewOf(form));
  const [still, cancel] = useDebouncedValue(wanted, STILL_MS);
  const [forced, setForced] = useState<string>();
  const asked = forced === wanted ? wanted : still;
  const isAsked = missing === undefined && asked === wanted;
  const preview = useQuery({
    queryKey: ['export-preview', asked],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(asked) as ExportPreviewDraft;
      return (await call(api.previewExport, { body }, signal)).data;
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return {
    data: missing === undefined ? preview.data : undefined,
    error: isAsked ? preview.error : null,
    isBehind: asked !== wanted || preview.isFetching,
    missing,
    runNow: () => {
      cancel();
      setForced(wanted);
      // The same question again: more may be stored by now.
      if (isAsked) void preview.refetch();
    },
  };
}

function whatIsMissing({ query, timing, cron }: ExportForm): string | undefined {
  if (query.trim() === '') return 'Enter a query to see a preview. Use * for all events.';
  if (readFacts(query).result.query === undefined) {
    return 'Query syntax error. Fix the query to see a preview.';
  }
  if (timing === 'cron' && cron.trim() === '') return 'Enter a schedule to see the next runs.';
  return undefined;
}
