import { Button, Divider, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organization } from '../../../../../src/contract/organizations.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { organizationQuery } from '../../../data/organization-query.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { SignInLink } from './sign-in-link.tsx';

export function OrganizationPage() {
  const { may } = useSignedIn();
  const organization = useQuery(organizationQuery);
  return (
    <PageFrame title="Organization" about="Settings for all members of this organization.">
      <QueryView query={organization}>
        {(facts) => (
          <Stack gap="lg">
            {may('organization:manage') ? (
              <OrganizationForm organization={facts} />
            ) : (
              <OrganizationFacts organization={facts} />
            )}
            {may('sign-in:manage') && <SignInLink />}
            {may('organization:delete') && <DangerZone organization={facts} />}
          </Stack>
        )}
      </QueryView>
    </PageFrame>
  );
}

function OrganizationFacts({ organization }: { readonly organization: Organization }) {
  const { name, timezone, retentionDays, createdAt } = organization;
  const facts = [
    ['Name', name],
    ['Time zone', timezone],
    ['Retention', `${retentionDays} days, for indexes without a custom retention`],
  ] as const;
  return (
    <>
      <Table variant="vertical" layout="fixed" maw={640}>
        <Table.Tbody>
          {facts.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={160}>{label}</Table.Th>
              <Table.Td className="xp-foreign">{value}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th>Created</Table.Th>
            <Table.Td>
              <TimeText at={createdAt} form="exact" />
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Text c="dimmed">Owners and Admins can change these settings.</Text>
    </>
  );
}

function DangerZone({ organization }: { readonly organization: Organization }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Stack gap="xs" maw={640}>
      <Divider />
      <Title order={2}>Delete organization</Title>
      <Group justify="space-between" gap="sm" wrap="wrap">
        <Text c="dimmed" maw={440}>
          This deletes its logs, keys, members and settings for everyone immediately. This can't be
          undone.
        </Text>
        <Button color="red" variant="outline" onClick={() => setIsAsked(true)}>
          Delete organization
        </Button>
      </Group>
      {isAsked && <DeleteOrganization name={organization.name} onClose={() => setIsAsked(false)} />}
    </Stack>
  );
}

function DeleteOrganization(props: { readonly name: string; readonly onClose: () => void }) {
  const answers = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => call(api.deleteOrganization, { query: { confirm: props.name } }),
    onSuccess: () => {
      answers.clear();
      window.location.assign('/');
    },
  });
  return (
    <ConfirmDialog
      title="Delete organization"
      action="Delete permanently"
      typed={props.name}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={props.onClose}
    >
      This deletes all data of <b>{props.name}</b>: logs, indexes, pipelines, keys, members and the
      audit log.
    </ConfirmDialog>
  );
}
