import { Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Receipt } from '../../../../../src/contract/receipts.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';

const RECEIPT_CHARACTERS_MAX = 200;

/** What became of the events of one request. */
export function ReceiptLookUp() {
  const [id, setId] = useState('');
  const look = useMutation({
    mutationFn: async () => (await call(api.getReceipt, { params: { id: id.trim() } })).data,
  });
  return (
    <Stack gap="xs">
      <Title order={2}>Ingest status</Title>
      <Text size="xs">
        Every accepted ingest request returns a receipt. For 24 hours you can look up the status of
        its events.
      </Text>
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          if (id.trim() !== '') look.mutate();
        }}
      >
        <Group gap="sm" align="flex-end">
          <TextInput
            label="Receipt"
            w={320}
            spellCheck={false}
            maxLength={RECEIPT_CHARACTERS_MAX}
            value={id}
            onChange={(change) => setId(change.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={look.isPending}
            disabled={id.trim() === ''}
          >
            Look up
          </Button>
        </Group>
      </form>
      <ErrorNotice error={look.error} />
      {look.data !== undefined && <ReceiptTable receipt={look.data} />}
    </Stack>
  );
}

function ReceiptTable({ receipt }: { readonly receipt: Receipt }) {
  const rows = [
    ['Accepted', receipt.accepted],
    ['Stored and searchable', receipt.stored],
    ['Dropped by a pipeline', receipt.dropped],
    ['Queued over the daily quota', receipt.held],
    ['In the dead-letter queue', receipt.deadLettered],
  ] as const;
  return (
    <Table maw={480} aria-label="Receipt">
      <Table.Tbody>
        <Table.Tr>
          <Table.Th scope="row" fw={400}>
            Accepted at
          </Table.Th>
          <Table.Td ta="right">
            <TimeText at={receipt.acceptedAt} form="exact" />
          </Table.Td>
        </Table.Tr>
        {rows.map(([label, count]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td ta="right">{formatCount(count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
