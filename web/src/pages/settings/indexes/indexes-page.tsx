import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LogIndex } from '../../../../../src/contract/indexes.ts';
import { IMPORT_INDEX_PREFIX } from '../../../../../src/spec/exports.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CopyYamlIcon } from '../../../parts/as-code/copy-yaml-icon.tsx';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { CodeText } from '../../../parts/code-text.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { HighCardinalityFields } from './high-cardinality-fields.tsx';
import { IndexDialog } from './index-dialog.tsx';
import { indexesQuery } from '../../../data/indexes-query.ts';

type Action =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'delete'; readonly index: LogIndex };

export function IndexesPage() {
  const { may } = useSignedIn();
  const indexes = useQuery(indexesQuery);
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  return (
    <PageFrame
      title="Indexes"
      about={
        <>
          Where events are stored, and for how long. Default index: <CodeText>main</CodeText>.
        </>
      }
      actions={
        may('indexes:manage') && (
          <Button onClick={() => setAction({ kind: 'create' })}>Create index</Button>
        )
      }
    >
      <Stack gap="lg">
        <QueryView query={indexes}>
          {(all) => <IndexTable indexes={all} onAction={setAction} />}
        </QueryView>
        {may('logs:read') && <HighCardinalityFields />}
      </Stack>
      {action?.kind === 'create' && <IndexDialog onClose={close} />}
      {action?.kind === 'edit' && <IndexDialog index={action.index} onClose={close} />}
      {action?.kind === 'delete' && <DeleteIndex index={action.index} onClose={close} />}
    </PageFrame>
  );
}

interface IndexTableProps {
  readonly indexes: readonly LogIndex[];
  readonly onAction: (action: Action) => void;
}

function IndexTable({ indexes, onAction }: IndexTableProps) {
  return (
    <WideTable label="Indexes" minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Retention</Table.Th>
          <Table.Th ta="right">Events</Table.Th>
          <Table.Th>Oldest event</Table.Th>
          <Table.Th>Newest event</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {indexes.map((index) => (
          <IndexRow key={index.name} index={index} onAction={onAction} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface IndexRowProps {
  readonly index: LogIndex;
  readonly onAction: (action: Action) => void;
}

function IndexRow({ index, onAction }: IndexRowProps) {
  const { may } = useSignedIn();
  const isReserved = index.name.startsWith('_');
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <TextLink to="/search" search={{ q: `index=${index.name}` }} className="xp-mono">
            {index.name}
          </TextLink>
          <ManagedMark kind="indexes" id={index.name} />
        </Group>
        {index.description !== '' && (
          <Text size="xs" c="dimmed" className="xp-foreign">
            {index.description}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Retention index={index} />
      </Table.Td>
      <Table.Td ta="right">{formatCount(index.events)}</Table.Td>
      <Table.Td>
        <TimeText at={index.oldestEvent} form="exact" />
      </Table.Td>
      <Table.Td>
        <TimeText at={index.newestEvent} />
      </Table.Td>
      <Table.Td>
        {isReserved ? (
          <Text size="xs" c="dimmed" ta="right">
            system
          </Text>
        ) : (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <CopyYamlIcon kind="indexes" id={index.name} name={index.name} />
            {may('indexes:manage') && (
              <>
                <RowAction
                  label={`Edit ${index.name}`}
                  onClick={() => onAction({ kind: 'edit', index })}
                >
                  Edit
                </RowAction>
                <RowAction
                  label={`Delete ${index.name}`}
                  isDanger
                  onClick={() => onAction({ kind: 'delete', index })}
                >
                  Delete
                </RowAction>
              </>
            )}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Retention({ index }: { readonly index: LogIndex }) {
  const { name, retentionDays, isRetentionOwn } = index;
  const isRestored = name.startsWith(IMPORT_INDEX_PREFIX);
  return (
    <Group gap={6} wrap="nowrap" style={{ whiteSpace: 'nowrap' }}>
      {retentionDays} {retentionDays === 1 ? 'day' : 'days'}
      {isRestored && ' left'}
      {isRestored && (
        <Badge size="xs" color="gray" title="Searched only if the query names this index">
          restored
        </Badge>
      )}
      {!isRetentionOwn && !name.startsWith('_') && (
        <Badge size="xs" color="gray">
          default
        </Badge>
      )}
    </Group>
  );
}

function DeleteIndex({
  index,
  onClose,
}: {
  readonly index: LogIndex;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmChange
      title="Delete index"
      action="Delete permanently"
      typed={index.name}
      change={async () => call(api.deleteIndex, { params: { name: index.name } })}
      stale={indexesQuery}
      done={'Index deleted'}
      onClose={onClose}
    >
      <Stack gap={4}>
        <span>
          This deletes <b>{index.name}</b> and its {formatCount(index.events)} events. This can't be
          undone.
        </span>
        <span>Events sent to this index will be rejected.</span>
      </Stack>
    </ConfirmChange>
  );
}
