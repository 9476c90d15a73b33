import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LookupTable } from '../../../../../src/contract/lookups.ts';
import { addressOf, call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CopyYamlIcon } from '../../../parts/as-code/copy-yaml-icon.tsx';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { CodeBlock, CodeText } from '../../../parts/code-text.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { formatBytes, formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { lookupsQuery } from '../../../data/lookups-query.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { UploadDialog } from './upload-dialog.tsx';

type Action =
  | { readonly kind: 'upload' }
  | { readonly kind: 'preview' | 'replace' | 'delete'; readonly table: LookupTable };

export function LookupsPage() {
  const { may } = useSignedIn();
  const lookups = useQuery(lookupsQuery);
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  return (
    <PageFrame
      title="Lookup tables"
      about={
        <>
          Enrich events in queries with <CodeText>lookup</CodeText>: the team of a service, the
          location of a host, the name of a customer.
        </>
      }
      actions={
        may('lookups:write') && (
          <Button onClick={() => setAction({ kind: 'upload' })}>Upload table</Button>
        )
      }
    >
      <QueryView query={lookups}>
        {(all) =>
          all.length === 0 ? <NoTable /> : <LookupList tables={all} onAction={setAction} />
        }
      </QueryView>
      {action?.kind === 'upload' && <UploadDialog onClose={close} />}
      {action?.kind === 'replace' && <UploadDialog table={action.table} onClose={close} />}
      {action?.kind === 'preview' && <PreviewDialog table={action.table} onClose={close} />}
      {action?.kind === 'delete' && <DeleteLookup table={action.table} onClose={close} />}
    </PageFrame>
  );
}

const EXAMPLE = '* | lookup teams service OUTPUT team | stats count BY team';

function NoTable() {
  return (
    <EmptyState icon="columns" title="No lookup tables yet">
      <Stack gap="xs">
        <span>
          Upload a CSV file with the columns <CodeText>service,team</CodeText> and name it{' '}
          <CodeText>teams</CodeText>. Then use it in queries:
        </span>
        <CodeBlock text={EXAMPLE} what="Example query" />
      </Stack>
    </EmptyState>
  );
}

interface LookupListProps {
  readonly tables: readonly LookupTable[];
  readonly onAction: (action: Action) => void;
}

function LookupList({ tables, onAction }: LookupListProps) {
  return (
    <WideTable label="Lookup tables" minWidth={820}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Columns</Table.Th>
          <Table.Th ta="right">Rows</Table.Th>
          <Table.Th ta="right">Size</Table.Th>
          <Table.Th>Updated</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tables.map((table) => (
          <LookupRow key={table.name} table={table} onAction={onAction} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface LookupRowProps {
  readonly table: LookupTable;
  readonly onAction: (action: Action) => void;
}

function LookupRow({ table, onAction }: LookupRowProps) {
  const { name, columns, rows, bytes, updatedAt, updatedBy } = table;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <TextLink to="/search" search={{ q: `| inputlookup ${name}` }} className="xp-mono">
            {name}
          </TextLink>
          <ManagedMark kind="lookups" id={name} />
        </Group>
      </Table.Td>
      <Table.Td className="xp-foreign">{columns.join(', ')}</Table.Td>
      <Table.Td ta="right">{formatCount(rows)}</Table.Td>
      <Table.Td ta="right">{formatBytes(bytes)}</Table.Td>
      <Table.Td>
        <TimeText at={updatedAt} />
        <Text size="xs" c="dimmed" className="xp-foreign">
          {updatedBy}
        </Text>
      </Table.Td>
      <Table.Td>
        <LookupActions table={table} onAction={onAction} />
      </Table.Td>
    </Table.Tr>
  );
}

function LookupActions({ table, onAction }: LookupRowProps) {
  const { may } = useSignedIn();
  const { name } = table;
  const looks = { variant: 'subtle', size: 'compact-xs' } as const;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {!table.isFromSearch && <CopyYamlIcon kind="lookups" id={name} name={name} />}
      <Button
        {...looks}
        aria-label={`Preview ${name}`}
        onClick={() => onAction({ kind: 'preview', table })}
      >
        Preview
      </Button>
      {table.isFromSearch && !may('logs:export') ? (
        <Text size="xs" c="dimmed" title="Created by a search. Downloads require logs:export.">
          No download
        </Text>
      ) : (
        <Button
          {...looks}
          component="a"
          href={addressOf(api.exportLookup, { params: { name } })}
          download
          aria-label={`Download ${name}`}
        >
          Download
        </Button>
      )}
      {may('lookups:write') && (
        <>
          <Button
            {...looks}
            aria-label={`Replace ${name}`}
            onClick={() => onAction({ kind: 'replace', table })}
          >
            Replace
          </Button>
          <Button
            {...looks}
            color="red"
            aria-label={`Delete ${name}`}
            onClick={() => onAction({ kind: 'delete', table })}
          >
            Delete
          </Button>
        </>
      )}
    </Group>
  );
}

function DeleteLookup({
  table,
  onClose,
}: {
  readonly table: LookupTable;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmChange
      title="Delete lookup table"
      action="Delete"
      change={async () => call(api.deleteLookup, { params: { name: table.name } })}
      stale={lookupsQuery}
      done={'Lookup table deleted'}
      onClose={onClose}
    >
      This deletes <b>{table.name}</b> and its {formatCount(table.rows)} rows. Queries that use it
      will fail.
    </ConfirmChange>
  );
}
