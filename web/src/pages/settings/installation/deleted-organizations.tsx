import { Button, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { addressOf } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { operatorEntriesQuery } from './installation-queries.ts';

/** Audit logs of deleted organizations, which only operators can still read. Hidden if there are none. */
export function DeletedOrganizations() {
  const { data = [] } = useQuery(operatorEntriesQuery);
  const deleted = data.filter(({ action }) => action === 'organization.deleted');
  if (deleted.length === 0) return null;
  return (
    <section>
      <Title order={2} mb="xs">
        Deleted organizations
      </Title>
      <Text c="dimmed" mb="xs">
        Audit logs are kept for {LIMITS.audit.retentionDays} days. Downloads are recorded.
      </Text>
      <WideTable label="Deleted organizations" minWidth={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Organization</Table.Th>
            <Table.Th>Deleted by</Table.Th>
            <Table.Th>Deleted at</Table.Th>
            <ActionsHead />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deleted.map(({ id, resource, actor, timestamp, details }) => {
            const { name: given } = details;
            const name = typeof given === 'string' ? given : resource;
            return (
              <Table.Tr key={id}>
                <Table.Td className="xp-foreign">{name}</Table.Td>
                <Table.Td className="xp-foreign">{actor}</Table.Td>
                <Table.Td>
                  <TimeText at={timestamp} form="exact" />
                </Table.Td>
                <Table.Td ta="right">
                  <Button
                    component="a"
                    variant="subtle"
                    size="compact-xs"
                    aria-label={`Download audit log of ${name}`}
                    href={addressOf(api.exportDeletedAudit, { params: { id: resource } })}
                    download
                  >
                    Download audit log
                  </Button>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </WideTable>
    </section>
  );
}
