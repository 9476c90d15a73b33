import { useNavigate } from '@tanstack/react-router';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { dashboardsQuery } from '../../../data/dashboards-queries.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';

interface DeleteDashboardProps {
  readonly dashboard: Dashboard;
  readonly onClose: () => void;
}

export function DeleteDashboard({ dashboard, onClose }: DeleteDashboardProps) {
  const navigate = useNavigate();
  const { id, definition } = dashboard;
  return (
    <ConfirmChange
      title="Delete dashboard"
      action="Delete"
      change={async () => {
        await call(api.deleteDashboard, { params: { id } });
        await navigate({ to: '/dashboards' });
      }}
      stale={dashboardsQuery}
      done={'Dashboard deleted'}
      onClose={onClose}
    >
      This deletes “{definition.name}” and its versions for everyone. Its public links and reports
      stop immediately. Events are not affected.
    </ConfirmChange>
  );
}
