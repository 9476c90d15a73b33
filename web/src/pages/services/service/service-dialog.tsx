import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Service, ServiceVersion } from '../../../../../src/contract/services.ts';
import { ApiError, call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { everyServiceQuery, serviceQuery } from '../../../data/services-queries.ts';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import {
  changeOfService,
  draftOfService,
  EMPTY_SERVICE,
  formOfService,
  type ServiceForm,
} from '../logic/service-draft.ts';
import { SERVICE_FIELDS, ServiceFields } from './service-fields.tsx';

interface ServiceDialogProps {
  /** The one to change; a new one without. */
  readonly service?: Service;
  /** An earlier version, used as the initial values. */
  readonly used?: ServiceVersion;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function ServiceDialog({ service: given, used, onClose }: ServiceDialogProps) {
  // The version that the changes are made on, also when a newer one is read meanwhile.
  const [service] = useState(given);
  const [form, setForm] = useState(
    service === undefined ? EMPTY_SERVICE : formOfService({ ...service, ...used }),
  );
  const save = useSave(service, onClose);
  return (
    <FormDialog
      title={service === undefined ? 'New service' : `Edit ${service.name}`}
      onSubmit={() => save.mutate(form)}
      onClose={onClose}
    >
      {service !== undefined && <ManagedBanner kind="services" id={service.id} />}
      <ServiceFields form={form} ownId={service?.id} error={save.error} onChange={setForm} />
      {!isSyntax(save.error) && <ErrorNotice error={save.error} fields={SERVICE_FIELDS} />}
      <Group justify="flex-end">
        <Button type="submit" loading={save.isPending}>
          {service === undefined ? 'Create service' : 'Save changes'}
        </Button>
      </Group>
    </FormDialog>
  );
}

/** Shown by the only search that there is. */
function isSyntax(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'QUERY_SYNTAX_ERROR';
}

function useSave(service: Service | undefined, onSaved: () => void) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    // After a conflict, the newer version is loaded by the time the dialog is opened again.
    onError: async () => answers.invalidateQueries(everyServiceQuery),
    mutationFn: async (form: ServiceForm): Promise<Service> => {
      if (service === undefined) {
        return (await call(api.createService, { body: draftOfService(form) })).data;
      }
      const body = changeOfService(form, service);
      if (body === undefined) return service;
      return (await call(api.changeService, { params: { id: service.id }, body })).data;
    },
    onSuccess: async (saved) => {
      answers.setQueryData(serviceQuery(saved.id).queryKey, saved);
      await answers.invalidateQueries(everyServiceQuery);
      sayDone('Service saved');
      onSaved();
      if (service === undefined) {
        await navigate({ to: '/services/$id', params: { id: saved.id } });
      }
    },
  });
}
