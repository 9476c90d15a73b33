import { useQuery } from '@tanstack/react-query';
import { kpisQuery } from '../../../data/services-queries.ts';
import { QueryView } from '../../../parts/query-view.tsx';
import { sortKpis } from '../logic/sort-kpis.ts';
import classes from '../services.module.css';
import { KpiRow } from './kpi-row.tsx';
import { KpiTemplates } from './kpi-templates.tsx';

/** What is measured of a service, the worst first; where nothing is, what could be. */
export function KpiList({ serviceId }: { readonly serviceId: string }) {
  const kpis = useQuery(kpisQuery(serviceId));
  return (
    <QueryView query={kpis} rows={4}>
      {(list) =>
        list.length === 0 ? (
          <KpiTemplates serviceId={serviceId} />
        ) : (
          <ul className={classes['list']} aria-label="KPIs sorted by health">
            {sortKpis(list).map((kpi) => (
              <KpiRow key={kpi.id} kpi={kpi} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}
