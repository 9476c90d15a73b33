import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';

export function reportsQuery(id: string) {
  return queryOptions({
    queryKey: ['dashboard-reports', id],
    queryFn: async ({ signal }) =>
      (await call(api.listReports, { params: { id }, query: {} }, signal)).data,
  });
}
