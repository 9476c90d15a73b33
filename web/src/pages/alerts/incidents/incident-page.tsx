import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import type { AlertIncidentWhole } from '../../../../../src/contract/alerts.ts';
import { alertRuleQuery, incidentQuery } from '../../../data/alerts-queries.ts';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { HealthTag, IncidentTag, SeverityTag, titleOf } from '../badges.tsx';
import { heldWords } from '../logic/incident-words.ts';
import { Evidence } from './evidence.tsx';
import { IncidentActions } from './incident-actions.tsx';
import { IncidentChart } from './incident-chart.tsx';
import { IncidentDeliveries } from './incident-deliveries.tsx';
import { IncidentFacts } from './incident-facts.tsx';
import classes from './incident.module.css';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/signed-in/alerts/$id');

/** One incident: the finding, its reason, what has happened since, and the notifications. */
export function IncidentPage() {
  const { id } = route.useParams();
  const incident = useQuery(incidentQuery(id));
  return (
    <QueryView query={incident} rows={8}>
      {(found) => <Incident key={id} incident={found} />}
    </QueryView>
  );
}

function Incident({ incident }: { readonly incident: AlertIncidentWhole }) {
  // The rule may be gone; the incident stays.
  const rule = useQuery({ ...alertRuleQuery(incident.ruleId), retry: false });
  return (
    <PageFrame
      title={titleOf(incident)}
      isWide
      about={
        <Group gap={6}>
          <IncidentTag incident={incident} />
          <SeverityTag severity={incident.severity} />
          <span className="xp-foreign">{incident.condition}</span>
        </Group>
      }
      actions={<IncidentActions incident={incident} />}
    >
      <IncidentFacts incident={incident} isRuleThere={rule.data !== undefined} />
      {rule.data !== undefined && <Held incident={incident} rule={rule.data} />}
      {rule.data !== undefined && rule.data.runbook !== '' && (
        <Stack gap={2} component="section" aria-label="Runbook">
          <Text fw={600}>Runbook</Text>
          <Text className={`xp-foreign ${classes['runbook']}`}>{rule.data.runbook}</Text>
        </Stack>
      )}
      <IncidentChart incident={incident} rule={rule.data} />
      <Evidence incident={incident} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Timeline timeline={incident.timeline} />
        <IncidentDeliveries deliveries={incident.deliveries} />
      </SimpleGrid>
    </PageFrame>
  );
}

/** The reason why it continues although its value may look normal. */
function Held({
  incident,
  rule,
}: {
  readonly incident: AlertIncidentWhole;
  readonly rule: AlertRule;
}) {
  const words = heldWords(incident, rule);
  if (words === undefined) return null;
  return (
    <Group gap={8}>
      <HealthTag health={rule.health} />
      <Text component="span" className="xp-foreign">
        {words}
      </Text>
    </Group>
  );
}
