import { Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorEntry, RunOrganization } from '../../../../../src/contract/operator.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { formatBytes, formatCount } from '../../../parts/sizes.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import { AuditTable } from '../../../shell/audit/audit-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { NotFoundPage } from '../../../parts/not-found-page.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { ChangeTerms } from './change-terms.tsx';
import { DeletedOrganizations } from './deleted-organizations.tsx';
import { allOrganizationsQuery, operatorEntriesQuery } from './installation-queries.ts';
import { ModelCheck } from './model-check.tsx';
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
      about="Organizations on this installation, their usage, and the operators."
    >
      <Stack gap="lg">
        <QueryView query={organizations}>
          {(all) => <OrganizationTable organizations={all} onChange={setChanged} />}
        </QueryView>
        <Operators />
        <ModelCheck />
        <DeletedOrganizations />
        <Entries organizations={organizations.data ?? []} />
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
                <RowAction label={`Change plan of ${name}`} onClick={() => onChange(organization)}>
                  Change
                </RowAction>
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

function Entries({ organizations }: { readonly organizations: readonly RunOrganization[] }) {
  const entries = useQuery(operatorEntriesQuery);
  return (
    <section>
      <Title order={2} mb="xs">
        Operator activity
      </Title>
      <QueryView query={entries}>
        {(all) => <AuditTable rows={all.map((entry) => rowOf(entry, organizations))} />}
      </QueryView>
    </section>
  );
}

/** As a search in the audit log of an organization finds it, with the name of the organization. */
function rowOf(entry: OperatorEntry, organizations: readonly RunOrganization[]): object {
  const { id, timestamp, ipAddress, userAgent, details, ...same } = entry;
  const name = organizations.find((each) => each.id === entry.resource)?.name;
  const told = name === undefined ? details : { ...details, organization: name };
  return {
    ...same,
    _id: id,
    _time: timestamp,
    timestamp,
    resource_type: entry.action.split('.')[0],
    ip_address: ipAddress,
    user_agent: userAgent,
    details: JSON.stringify(told),
  };
}
