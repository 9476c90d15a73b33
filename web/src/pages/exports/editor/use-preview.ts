/** Asks what the form would write, and when, whenever it has stood still for a moment. */
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
  /** What is shown belongs to an earlier form, or nothing is there yet. */
  readonly isBehind: boolean;
  /** Why it is not asked for. */
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
