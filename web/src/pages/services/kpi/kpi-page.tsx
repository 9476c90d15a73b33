import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Kpi } from '../../../../../src/contract/kpis.ts';
import type { Service } from '../../../../../src/contract/services.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { everyServiceQuery, kpiQuery, serviceQuery } from '../../../data/services-queries.ts';
import { CopyYamlButton } from '../../../parts/as-code/copy-yaml.tsx';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { TextLink } from '../../../parts/links.tsx';
import { FormBeside } from '../../../parts/form-beside.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { SaveProblem } from '../../../parts/save-problem.tsx';
import { useUnsavedWarning } from '../../../parts/use-unsaved-warning.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import {
  changeOfKpi,
  draftOfKpi,
  EMPTY_KPI,
  formOfKpi,
  type KpiForm,
  whatIsMissing,
} from '../logic/kpi-draft.ts';
import { KPI_FIELDS } from './kpi-field-props.ts';
import { KpiFields } from './kpi-fields.tsx';
import { KpiPreview } from './kpi-preview.tsx';
import { TemplatePicks } from './template-picks.tsx';
import { useKpiPreview } from './use-kpi-preview.ts';

const route = getRouteApi('/signed-in/services/$id/kpis/$kpi');

/** One KPI of a service; `new` is one that is not there yet. */
export function KpiPage() {
  const { id, kpi } = route.useParams();
  const service = useQuery(serviceQuery(id));
  return (
    <QueryView query={service} rows={8}>
      {(found) =>
        kpi === 'new' ? <Editor service={found} /> : <Existing key={kpi} id={kpi} service={found} />
      }
    </QueryView>
  );
}

function Existing({ id, service }: { readonly id: string; readonly service: Service }) {
  const kpi = useQuery(kpiQuery(id));
  return (
    <QueryView query={kpi} rows={8}>
      {(found) => <Editor key={found.version} service={service} kpi={found} />}
    </QueryView>
  );
}

interface EditorProps {
  readonly service: Service;
  readonly kpi?: Kpi;
}

function Editor({ service, kpi }: EditorProps) {
  const { may } = useSignedIn();
  const [form, setForm] = useState(() => (kpi === undefined ? EMPTY_KPI : formOfKpi(kpi)));
  const preview = useKpiPreview(service.id, form);
  const save = useSave(service, kpi);
  const isChanged = kpi === undefined ? form !== EMPTY_KPI : changeOfKpi(form, kpi) !== undefined;
  useUnsavedWarning(isChanged && !save.isSuccess, 'Leave without saving the KPI?');
  const problemOf = (path: string): string | undefined =>
    fieldError(save.error, path) ?? fieldError(preview.error, path);
  const mayWrite = may('services:write');
  return (
    <PageFrame
      title={kpi === undefined ? 'New KPI' : kpi.name}
      isWide
      about={
        <>
          for{' '}
          <TextLink to="/services/$id" params={{ id: service.id }} className="xp-foreign">
            {service.name}
          </TextLink>
        </>
      }
      actions={
        <>
          {kpi !== undefined && <CopyYamlButton kind="kpis" id={kpi.id} />}
          {mayWrite && (
            <Button
              loading={save.isPending}
              disabled={
                form.name.trim() === '' ||
                whatIsMissing(form) !== undefined ||
                (kpi !== undefined && !isChanged)
              }
              onClick={() => save.mutate(form)}
            >
              {kpi === undefined ? 'Create KPI' : 'Save changes'}
            </Button>
          )}
        </>
      }
    >
      {kpi !== undefined && <ManagedBanner kind="kpis" id={kpi.id} />}
      <SaveProblem error={save.error} fields={KPI_FIELDS} changed={kpi && kpiQuery(kpi.id)} />
      {kpi === undefined && <TemplatePicks serviceId={service.id} onPick={setForm} />}
      <FormBeside beside={<KpiPreview form={form} preview={preview} onChange={setForm} />}>
        <KpiFields form={form} problemOf={problemOf} onChange={setForm} />
      </FormBeside>
    </PageFrame>
  );
}

function useSave(service: Service, kpi: Kpi | undefined) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (form: KpiForm): Promise<Kpi> => {
      if (kpi === undefined) {
        const body = { ...draftOfKpi(form), serviceId: service.id };
        return (await call(api.createKpi, { body })).data;
      }
      const body = changeOfKpi(form, kpi);
      if (body === undefined) return kpi;
      return (await call(api.changeKpi, { params: { id: kpi.id }, body })).data;
    },
    onSuccess: async () => {
      await answers.invalidateQueries(everyServiceQuery);
      sayDone(kpi === undefined ? 'KPI created' : 'KPI saved');
      await navigate({ to: '/services/$id', params: { id: service.id }, ignoreBlocker: true });
    },
  });
}
