/** Measures the past with the draft whenever it has stood still for a moment. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  KpiPreview as Asked,
  KpiPreviewAnswer,
} from '../../../../../src/contract/kpi-views.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { draftOfKpi, type KpiForm, whatIsMissing } from '../logic/kpi-draft.ts';

export interface PreviewState {
  readonly data: KpiPreviewAnswer | undefined;
  readonly error: unknown;
  /** Whether the preview belongs to an earlier draft or has not arrived yet. */
  readonly isBehind: boolean;
  /** Why no preview is requested. */
  readonly missing: string | undefined;
  readonly hours: number;
  readonly setHours: (hours: number) => void;
}

const STILL_MS = 600;
const HOURS_USUAL = 24;

export function useKpiPreview(serviceId: string, form: KpiForm): PreviewState {
  const { may } = useSignedIn();
  const [hours, setHours] = useState(HOURS_USUAL);
  const missing = may('services:write')
    ? whatIsMissing(form)
    : 'You can view KPIs but not test them.';
  const wanted = JSON.stringify(askedOf(serviceId, form, hours));
  const [still] = useDebouncedValue(wanted, STILL_MS);
  const preview = useQuery({
    queryKey: ['kpi-preview', still],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(still) as Asked;
      return (await call(api.previewKpi, { body }, signal)).data;
    },
    enabled: missing === undefined && still === wanted,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return {
    data: missing === undefined ? preview.data : undefined,
    error: missing === undefined && still === wanted ? preview.error : null,
    isBehind: still !== wanted || preview.isFetching,
    missing,
    hours,
    setHours,
  };
}

/** Omits name, weight and objective, which do not affect the measurement. */
function askedOf(serviceId: string, form: KpiForm, hours: number): Asked {
  const { measure, better, everySeconds, minimumEvents, emptyMeans, warning, critical } =
    draftOfKpi(form);
  return {
    serviceId,
    hours,
    measure,
    ...(better === undefined ? {} : { better }),
    ...(everySeconds === undefined ? {} : { everySeconds }),
    ...(minimumEvents === undefined ? {} : { minimumEvents }),
    ...(emptyMeans === undefined ? {} : { emptyMeans }),
    ...(warning === undefined ? {} : { warning }),
    ...(critical === undefined ? {} : { critical }),
  };
}
