import { Progress, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ArchiveImport } from '../../../../../src/contract/imports.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { importsQuery, isOpenImport } from '../../../data/exports-queries.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { messageOf } from '../../../parts/error-notice.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { sayDone, sayFailed } from '../../../parts/ready-notice.ts';
import { countOf, shareOf } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { importWords } from '../logic/import-form.ts';
import { ImportStateTag } from '../tags.tsx';

export function ImportTable({ imports }: { readonly imports: readonly ArchiveImport[] }) {
  return (
    <WideTable label="Restores" minWidth={860}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Status</Table.Th>
          <Table.Th>Source</Table.Th>
          <Table.Th>Target index</Table.Th>
          <Table.Th>Requested</Table.Th>
          <Table.Th>Finished</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {imports.map((shown) => (
          <ImportRow key={shown.id} shown={shown} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

/** Events keep their own times, so a search for them has to look far back. */
const FAR_BACK = '-10y';

function ImportRow({ shown }: { readonly shown: ArchiveImport }) {
  const { index, days, error } = shown;
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign" maw={340} miw={220}>
        <Stack gap={4} align="flex-start">
          <ImportStateTag state={shown.state} />
          {error !== null && (
            <Text size="xs" className="xp-foreign">
              {error}
            </Text>
          )}
          <Stored shown={shown} />
        </Stack>
      </Table.Td>
      <Table.Td className="xp-foreign" maw={260}>
        {shown.source}
        <Range shown={shown} />
      </Table.Td>
      <Table.Td>
        <TextLink
          to="/search"
          search={{ q: `index=${index}`, earliest: FAR_BACK }}
          className="xp-mono"
        >
          {index}
        </TextLink>
        <Text size="xs" c="dimmed">
          for {countOf(days, 'day')}
        </Text>
      </Table.Td>
      <Table.Td className="xp-foreign">
        <TimeText at={shown.createdAt} />
        <Text size="xs" c="dimmed">
          {shown.createdBy}
        </Text>
      </Table.Td>
      <Table.Td>
        <TimeText at={shown.endedAt} none="not yet" />
      </Table.Td>
      <Table.Td ta="right">{isOpenImport(shown) && <Cancel shown={shown} />}</Table.Td>
    </Table.Tr>
  );
}

function Stored({ shown }: { readonly shown: ArchiveImport }) {
  const words = importWords(shown);
  return (
    <div style={{ minWidth: 180 }}>
      {shown.state === 'running' && (
        <Progress.Root size={6}>
          <Progress.Section
            value={100 * shareOf(shown.rows, shown.rowsPlanned)}
            aria-label={words}
          />
        </Progress.Root>
      )}
      <Text size="xs" c="dimmed" component="output">
        {words}
      </Text>
    </div>
  );
}

function Range({ shown: { from, to, unsigned } }: { readonly shown: ArchiveImport }) {
  return (
    <Text size="xs" c="dimmed" component="div">
      {from !== null && (
        <>
          since <TimeText at={from} form="exact" />{' '}
        </>
      )}
      {to !== null && (
        <>
          until <TimeText at={to} form="exact" />{' '}
        </>
      )}
      {unsigned && 'signatures not verified'}
    </Text>
  );
}

function Cancel({ shown: { id, index } }: { readonly shown: ArchiveImport }) {
  const answers = useQueryClient();
  const cancel = useMutation({
    mutationFn: async () => call(api.cancelImport, { params: { id } }),
    onSuccess: () => sayDone('Restore cancelled'),
    onError: (error) => sayFailed(messageOf(error)),
    onSettled: async () => answers.invalidateQueries(importsQuery),
  });
  return (
    <RowAction
      label={`Cancel the restore into ${index}`}
      isPending={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      Cancel
    </RowAction>
  );
}
