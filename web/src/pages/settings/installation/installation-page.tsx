import { Button, Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunOrganization } from '../../../../../src/contract/operator.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { formatBytes, formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { NotFoundPage } from '../../../parts/not-found-page.tsx';
import { ChangeTerms } from './change-terms.tsx';
import { allOrganizationsQuery, operatorEntriesQuery } from './installation-queries.ts';
import { Operators } from './operators.tsx';

export function InstallationPage() {
  const { may } = useSignedIn();
  return may('installation') ? <Installation /> : <NotFoundPage />;
}

function Installation() {
  const organizations = useQuery(allOrganizationsQuery);
  const [changed, setChanged] = useState<RunOrganization>();
  return (
    <PageFrame
      title="Installation"
      about="Every organization on this installation, what it uses, and who runs the installation."
    >
      <Stack gap="lg">
        <QueryView query={organizations}>
          {(all) => <OrganizationTable organizations={all} onChange={setChanged} />}
        </QueryView>
        <Operators />
        <Entries />
      </Stack>
      {changed !== undefined && (
        <ChangeTerms organization={changed} onClose={() => setChanged(undefined)} />
      )}
    </PageFrame>
  );
}

interface OrganizationTableProps {
  readonly organizations: readonly RunOrganization[];
  readonly onChange: (organization: RunOrganization) => void;
}

function OrganizationTable({ organizations, onChange }: OrganizationTableProps) {
  return (
    <WideTable label="Organizations" minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Organization</Table.Th>
          <Table.Th>Owners</Table.Th>
          <Table.Th>Plan</Table.Th>
          <Table.Th ta="right">Members</Table.Th>
          <Table.Th ta="right">Logs today</Table.Th>
          <Table.Th ta="right">AI credits this month</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {organizations.map((organization) => {
          const { id, name, owners, plan, members, usage } = organization;
          return (
            <Table.Tr key={id}>
              <Table.Td className="xp-foreign">{name}</Table.Td>
              <Table.Td className="xp-foreign">{owners.join(', ')}</Table.Td>
              <Table.Td>{plan}</Table.Td>
              <Table.Td ta="right">{formatCount(members)}</Table.Td>
              <Table.Td ta="right">
                {ofLimit(usage.today.bytes, usage.quota.dailyBytes, formatBytes)}
              </Table.Td>
              <Table.Td ta="right">
                {ofLimit(usage.credits.used, usage.credits.limit, formatCount)}
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Change the plan of ${name}`}
                  onClick={() => onChange(organization)}
                >
                  Change
                </Button>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </WideTable>
  );
}

function ofLimit(used: number, limit: number | null, format: (value: number) => string): string {
  return limit === null ? format(used) : `${format(used)} of ${format(limit)}`;
}

function Entries() {
  const entries = useQuery(operatorEntriesQuery);
  return (
    <section>
      <Title order={2} mb="xs">
        What was done
      </Title>
      <QueryView query={entries}>
        {(all) => (
          <WideTable label="What was done" minWidth={640}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>Who</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>Details</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.map(({ id, timestamp, actor, action, resource, details }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <TimeText at={timestamp} form="exact" />
                  </Table.Td>
                  <Table.Td className="xp-foreign">{actor}</Table.Td>
                  <Table.Td>
                    {action} <span className="xp-mono">{resource}</span>
                  </Table.Td>
                  <Table.Td className="xp-foreign xp-mono">{JSON.stringify(details)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )}
      </QueryView>
    </section>
  );
}
