import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fillLink } from '../../../../../src/contract/link-template.ts';
import type { DataLink } from '../../../../../src/contract/data-links.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { dataLinksQuery } from '../../../data/data-links.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { CopyYamlIcon } from '../../../parts/as-code/copy-yaml-icon.tsx';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { CodeText } from '../../../parts/code-text.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { toSafeText } from '../../../parts/log-text.ts';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { LinkVersions } from './link-versions.tsx';

type Action =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'versions' | 'delete'; readonly link: DataLink };

export function DataLinksPage() {
  const { may } = useSignedIn();
  const links = useQuery(dataLinksQuery);
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  return (
    <PageFrame
      title="Data links"
      about="Link the values of a field to other tools: a trace ID to the tracer, a host to its runbook, an order to its ticket."
      actions={
        may('data-links:manage') && (
          <Button onClick={() => setAction({ kind: 'create' })}>Create data link</Button>
        )
      }
    >
      <QueryView query={links}>
        {(all) => (all.length === 0 ? <NoLink /> : <LinkTable links={all} onAction={setAction} />)}
      </QueryView>
      {action?.kind === 'create' && <LinkDialog onClose={close} />}
      {action?.kind === 'edit' && <LinkDialog link={action.link} onClose={close} />}
      {action?.kind === 'versions' && <LinkVersions link={action.link} onClose={close} />}
      {action?.kind === 'delete' && <DeleteLink link={action.link} onClose={close} />}
    </PageFrame>
  );
}

function NoLink() {
  return (
    <EmptyState icon="link" title="No data links yet">
      For the field <CodeText>trace_id</CodeText>, link to{' '}
      <CodeText>{'https://jaeger.example.com/trace/{trace_id}'}</CodeText>. The link then appears
      next to each trace ID in events, tables, dashboard panels and incidents.
    </EmptyState>
  );
}

interface LinkTableProps {
  readonly links: readonly DataLink[];
  readonly onAction: (action: Action) => void;
}

function LinkTable({ links, onAction }: LinkTableProps) {
  const shown = links.toSorted(
    (left, right) => left.field.localeCompare(right.field) || left.name.localeCompare(right.name),
  );
  return (
    <WideTable label="Data links" minWidth={820}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Link</Table.Th>
          <Table.Th>Host</Table.Th>
          <Table.Th>URL</Table.Th>
          <Table.Th>Updated</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map((link) => (
          <LinkRow key={link.id} link={link} onAction={onAction} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface LinkRowProps {
  readonly link: DataLink;
  readonly onAction: (action: Action) => void;
}

function LinkRow({ link, onAction }: LinkRowProps) {
  const { may } = useSignedIn();
  const { id, field, description, url, updatedAt, updatedBy } = link;
  const name = toSafeText(link.name);
  return (
    <Table.Tr>
      <Table.Td className="xp-mono xp-foreign">{toSafeText(field)}</Table.Td>
      <Table.Td className="xp-foreign" maw={240}>
        <Group gap={6}>
          {name}
          <ManagedMark kind="dataLinks" id={id} />
        </Group>
        {description !== '' && (
          <Text size="xs" c="dimmed" className="xp-foreign">
            {toSafeText(description)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{fillLink(url, () => 'x')?.host}</Table.Td>
      <Table.Td className="xp-mono xp-foreign" maw={320}>
        {toSafeText(url)}
      </Table.Td>
      <Table.Td className="xp-foreign">
        <TimeText at={updatedAt} />
        <Text size="xs" c="dimmed" className="xp-foreign">
          {updatedBy}
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <CopyYamlIcon kind="dataLinks" id={id} name={name} />
          <RowAction
            label={`Versions of ${name}`}
            onClick={() => onAction({ kind: 'versions', link })}
          >
            Versions
          </RowAction>
          {may('data-links:manage') && (
            <>
              <RowAction label={`Edit ${name}`} onClick={() => onAction({ kind: 'edit', link })}>
                Edit
              </RowAction>
              <RowAction
                label={`Delete ${name}`}
                isDanger
                onClick={() => onAction({ kind: 'delete', link })}
              >
                Delete
              </RowAction>
            </>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface DeleteLinkProps {
  readonly link: DataLink;
  readonly onClose: () => void;
}

function DeleteLink({ link: { id, name }, onClose }: DeleteLinkProps) {
  return (
    <ConfirmChange
      title="Delete data link"
      action="Delete"
      change={async () => call(api.deleteDataLink, { params: { id } })}
      stale={dataLinksQuery}
      done="Data link deleted"
      onClose={onClose}
    >
      <Stack gap="xs">
        <span>
          This deletes <b className="xp-foreign">{toSafeText(name)}</b> and its earlier versions.
        </span>
      </Stack>
    </ConfirmChange>
  );
}
