/** KPI templates that match the fields in a service's events. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KpiTemplate } from '../../../../../src/contract/service-suggestions.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { everyServiceQuery, kpiTemplatesQuery } from '../../../data/services-queries.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { countOf } from '../../../parts/sizes.ts';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { formOfKpi, limitOf } from '../logic/kpi-draft.ts';
import { limitsWords } from '../logic/value-words.ts';
import classes from '../services.module.css';

export function KpiTemplates({ serviceId }: { readonly serviceId: string }) {
  const { may } = useSignedIn();
  const templates = useQuery(kpiTemplatesQuery(serviceId));
  const add = useAdd(serviceId);
  const list = templates.data ?? [];
  return (
    <Stack gap="xs">
      <Text>No KPIs yet, so there is no health score.</Text>
      <ErrorNotice error={templates.error} onRetry={() => void templates.refetch()} />
      {templates.data === undefined && templates.error === null && (
        <WaitingLines label="Analyzing events" lines={3} height={24} />
      )}
      {templates.data !== undefined && list.length === 0 && (
        <Text c="dimmed">
          No template matches the events of the last 24 hours. Create a custom KPI.
        </Text>
      )}
      <ul className={classes['list']} aria-label="Suggested KPIs">
        {list.map((template) => (
          <li key={template.template} className={classes['kpi']}>
            <TemplateLine template={template} onAdd={add} mayAdd={may('services:write')} />
          </li>
        ))}
      </ul>
      <ErrorNotice error={add.error} />
      {list.length > 1 && may('services:write') && (
        <Button w="fit-content" loading={add.isPending} onClick={() => add.mutate(list)}>
          Add all {list.length}
        </Button>
      )}
    </Stack>
  );
}

interface TemplateLineProps {
  readonly template: KpiTemplate;
  readonly mayAdd: boolean;
  readonly onAdd: ReturnType<typeof useAdd>;
}

function TemplateLine({ template, mayAdd, onAdd }: TemplateLineProps) {
  const { draft, reason } = template;
  const { better, unit, warning, critical } = formOfKpi(draft);
  const limits = {
    better,
    unit,
    warning: limitOf(warning, better),
    critical: limitOf(critical, better),
  };
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text fw={600}>{draft.name}</Text>
        <Text size="xs" c="dimmed" className="xp-foreign">
          {reason} Thresholds: {limitsWords(limits)}.
        </Text>
      </div>
      {mayAdd && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={onAdd.isPending}
          aria-label={`Add ${draft.name}`}
          onClick={() => onAdd.mutate([template])}
        >
          Add
        </Button>
      )}
    </Group>
  );
}

function useAdd(serviceId: string) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (templates: readonly KpiTemplate[]) => {
      for (const { draft } of templates) {
        await call(api.createKpi, { body: { ...draft, serviceId } });
      }
      return templates.length;
    },
    onSuccess: (count) => sayDone(`${countOf(count, 'KPI')} added`),
    // Also when the third of five was refused, the first two are there.
    onSettled: async () => answers.invalidateQueries(everyServiceQuery),
  });
}
