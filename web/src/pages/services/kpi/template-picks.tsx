import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { kpiTemplatesQuery } from '../../../data/services-queries.ts';
import { formOfKpi, type KpiForm } from '../logic/kpi-draft.ts';

interface TemplatePicksProps {
  readonly serviceId: string;
  readonly onPick: (form: KpiForm) => void;
}

/** Fills the form with a KPI that fits the events of the service. */
export function TemplatePicks({ serviceId, onPick }: TemplatePicksProps) {
  const templates = useQuery(kpiTemplatesQuery(serviceId));
  const list = templates.data ?? [];
  if (list.length === 0) return null;
  return (
    <Group gap="xs">
      <Text c="dimmed">Start from a template:</Text>
      {list.map(({ template, draft, reason }) => (
        <Button
          key={template}
          size="compact-xs"
          variant="default"
          title={reason}
          onClick={() => onPick(formOfKpi(draft))}
        >
          {draft.name}
        </Button>
      ))}
    </Group>
  );
}
