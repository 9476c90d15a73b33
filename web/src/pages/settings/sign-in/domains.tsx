import { Button, Code, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Domain } from '../../../../../src/contract/domains.ts';
import { DOMAIN_PROBLEMS } from '../../../../../src/spec/identity.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { ErrorNotice, messageOf } from '../../../parts/error-notice.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { domainsQuery } from './sign-in-queries.ts';

export function Domains() {
  const domains = useQuery(domainsQuery);
  const [isAdding, setIsAdding] = useState(false);
  const [deleted, setDeleted] = useState<Domain>();
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>Domains</Title>
        <Button variant="default" onClick={() => setIsAdding(true)}>
          Add domain
        </Button>
      </Group>
      <Text c="dimmed">
        An identity provider can only add people whose address belongs to a verified domain.
      </Text>
      <QueryView query={domains}>
        {(all) =>
          all.length === 0 ? (
            <Text>No domains yet. Add the domain of your email addresses.</Text>
          ) : (
            <DomainTable domains={all} onDelete={setDeleted} />
          )
        }
      </QueryView>
      {isAdding && <AddDomain onClose={() => setIsAdding(false)} />}
      {deleted !== undefined && (
        <ConfirmChange
          title="Delete domain"
          action="Delete"
          change={async () => call(api.deleteDomain, { params: { id: deleted.id } })}
          stale={domainsQuery}
          done="Domain deleted"
          onClose={() => setDeleted(undefined)}
        >
          Identity providers can no longer add people from <b>{deleted.domain}</b>. Members stay.
        </ConfirmChange>
      )}
    </Stack>
  );
}

interface DomainTableProps {
  readonly domains: readonly Domain[];
  readonly onDelete: (domain: Domain) => void;
}

function DomainTable({ domains, onDelete }: DomainTableProps) {
  return (
    <WideTable label="Domains" minWidth={860}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Domain</Table.Th>
          <Table.Th>TXT record</Table.Th>
          <Table.Th>Status</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {domains.map((domain) => (
          <DomainRow key={domain.id} domain={domain} onDelete={onDelete} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function DomainRow({
  domain,
  onDelete,
}: { readonly domain: Domain } & Pick<DomainTableProps, 'onDelete'>) {
  const answers = useQueryClient();
  const check = useMutation({
    mutationFn: async () => call(api.checkDomain, { params: { id: domain.id } }),
    onSettled: async () => answers.invalidateQueries(domainsQuery),
  });
  const { name, value } = domain.record;
  const button = { variant: 'subtle', size: 'compact-xs' } as const;
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign">{domain.domain}</Table.Td>
      <Table.Td className="xp-foreign">
        <Group gap={4} wrap="nowrap">
          <Code>{name}</Code>
          <CopyButton value={name} what={`name of the record of ${domain.domain}`} />
        </Group>
        <Group gap={4} wrap="nowrap">
          <Code>{value}</Code>
          <CopyButton value={value} what={`value of the record of ${domain.domain}`} />
        </Group>
      </Table.Td>
      <Table.Td maw={300}>
        <Tag tone={domain.state === 'proved' ? 'success' : 'warning'}>
          {domain.state === 'proved' ? 'verified' : 'pending'}
        </Tag>
        {domain.problem !== null && (
          <Text size="xs" role="alert">
            {DOMAIN_PROBLEMS[domain.problem]}
          </Text>
        )}
        {check.error !== null && (
          <Text size="xs" c="var(--xp-danger)" role="alert">
            {messageOf(check.error)}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          Checked <TimeText at={domain.checkedAt} none="never" />
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          <Button
            {...button}
            loading={check.isPending}
            aria-label={`Check ${domain.domain}`}
            onClick={() => check.mutate()}
          >
            Check
          </Button>
          <Button
            {...button}
            color="red"
            aria-label={`Delete ${domain.domain}`}
            onClick={() => onDelete(domain)}
          >
            Delete
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function AddDomain({ onClose }: { readonly onClose: () => void }) {
  const [domain, setDomain] = useState('');
  const answers = useQueryClient();
  const add = useMutation({
    mutationFn: async () => call(api.createDomain, { body: { domain: domain.trim() } }),
    onSuccess: async () => {
      await answers.invalidateQueries(domainsQuery);
      sayDone('Domain added');
      onClose();
    },
  });
  return (
    <FormDialog title="Add domain" onSubmit={() => add.mutate()} onClose={onClose}>
      <TextInput
        label="Domain"
        description="Part of your email addresses after the @. Subdomains are separate."
        placeholder="acme.com"
        required
        data-autofocus
        maxLength={LIMITS.identity.domainCharactersMax}
        value={domain}
        error={fieldError(add.error, 'domain')}
        onChange={(event) => setDomain(event.currentTarget.value)}
      />
      <ErrorNotice error={add.error} fields={['domain']} />
      <Group justify="flex-end">
        <Button type="submit" loading={add.isPending}>
          Add domain
        </Button>
      </Group>
    </FormDialog>
  );
}
