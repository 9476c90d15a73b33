import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { dashboardQuery } from '../../../data/dashboards-queries.ts';
import { QueryView } from '../../../parts/query-view.tsx';
import { DashboardView } from './dashboard-view.tsx';

export function DashboardPage() {
  const { id } = useParams({ from: '/signed-in/dashboards/$id' });
  const dashboard = useQuery(dashboardQuery(id));
  return (
    <QueryView query={dashboard}>{(data) => <DashboardView key={id} dashboard={data} />}</QueryView>
  );
}
