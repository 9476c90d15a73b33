import { Group, Table, Text } from '@mantine/core';
import { valueText } from '../../../../../src/charts/value-text.ts';
import type { AlertIncident } from '../../../../../src/contract/alerts.ts';
import { TextLink } from '../../../parts/links.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import { IncidentTag, SeverityTag, titleOf } from '../badges.tsx';
import { lastedWords } from '../logic/incident-words.ts';

export function IncidentTable({ incidents }: { readonly incidents: readonly AlertIncident[] }) {
  return (
    <WideTable label="Incidents" minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Status</Table.Th>
          <Table.Th>Severity</Table.Th>
          <Table.Th>Incident</Table.Th>
          <Table.Th ta="right">Value</Table.Th>
          <Table.Th>Fired</Table.Th>
          <Table.Th>Duration</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {incidents.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function IncidentRow({ incident }: { readonly incident: AlertIncident }) {
  const now = useNow();
  const { id, value, condition, firedAt, severity, snoozedUntil } = incident;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={4}>
          <IncidentTag incident={incident} />
        </Group>
        {snoozedUntil !== null && Date.parse(snoozedUntil) > now && (
          <Text size="xs" c="dimmed">
            snoozed, ends <TimeText at={snoozedUntil} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <SeverityTag severity={severity} />
      </Table.Td>
      <Table.Td className="xp-foreign">
        <TextLink to="/alerts/$id" params={{ id }}>
          {titleOf(incident)}
        </TextLink>
        <Text size="xs" c="dimmed" className="xp-foreign">
          {condition}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{value === null ? '–' : valueText(value)}</Table.Td>
      <Table.Td>
        <TimeText at={firedAt} />
      </Table.Td>
      <Table.Td>{lastedWords(incident, now)}</Table.Td>
    </Table.Tr>
  );
}
