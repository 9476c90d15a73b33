import { useNavigate } from '@tanstack/react-router';
import type { Service } from '../../../../../src/contract/services.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { everyServiceQuery } from '../../../data/services-queries.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';

interface DeleteServiceProps {
  readonly service: Pick<Service, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function DeleteService({ service, onClose }: DeleteServiceProps) {
  const navigate = useNavigate();
  return (
    <ConfirmChange
      title="Delete service"
      action="Delete service"
      change={async () => {
        await call(api.deleteService, { params: { id: service.id } });
        await navigate({ to: '/services' });
      }}
      stale={everyServiceQuery}
      done={'Service deleted'}
      onClose={onClose}
    >
      This deletes <b>{service.name}</b> and its KPIs, and removes it from the dependencies of other
      services. Past values stay in the index <code>_kpi</code>.
    </ConfirmChange>
  );
}
