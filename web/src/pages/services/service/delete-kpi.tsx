import type { Kpi } from '../../../../../src/contract/kpis.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { everyServiceQuery } from '../../../data/services-queries.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';

interface DeleteKpiProps {
  readonly kpi: Pick<Kpi, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function DeleteKpi({ kpi, onClose }: DeleteKpiProps) {
  return (
    <ConfirmChange
      title="Delete KPI"
      action="Delete KPI"
      change={async () => call(api.deleteKpi, { params: { id: kpi.id } })}
      stale={everyServiceQuery}
      done={'KPI deleted'}
      onClose={onClose}
    >
      This deletes <b>{kpi.name}</b> and its SLO, and removes it from the health score. Past values
      stay in the index <code>_kpi</code>.
    </ConfirmChange>
  );
}
