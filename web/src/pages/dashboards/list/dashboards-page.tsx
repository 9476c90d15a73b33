import { useQuery } from '@tanstack/react-query';
import { dashboardsQuery } from '../../../data/dashboards-queries.ts';
import { TextLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';

export function DashboardsPage() {
  const dashboards = useQuery(dashboardsQuery);
  return (
    <PageFrame title="Dashboards" isWide>
      <QueryView query={dashboards}>
        {(list) =>
          list.map(({ id, name }) => (
            <TextLink key={id} to="/dashboards/$id" params={{ id }} search={{}}>
              {name}
            </TextLink>
          ))
        }
      </QueryView>
    </PageFrame>
  );
}
