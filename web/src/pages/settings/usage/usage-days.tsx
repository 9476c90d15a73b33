import { Stack, Table, Text, Title } from '@mantine/core';
import type { Usage } from '../../../../../src/contract/organizations.ts';
import { formatBytes, formatCount } from '../../../parts/sizes.ts';
import classes from './usage-days.module.css';

/** The last days as a bar chart, and the same numbers as a table for screen readers. */
export function UsageDays({ days }: { readonly days: Usage['days'] }) {
  const most = Math.max(1, ...days.map(({ bytes }) => bytes));
  return (
    <Stack gap="xs">
      <Title order={2}>Last 30 days</Title>
      {days.length === 0 ? (
        <Text c="dimmed">No events yet</Text>
      ) : (
        <>
          <div className={classes['chart']} aria-hidden="true">
            {days.map(({ day, bytes, events }) => (
              <div
                key={day}
                className={classes['bar']}
                style={{ height: `${Math.max(2, (bytes / most) * 100)}%` }}
                title={`${day}: ${formatBytes(bytes)}, ${formatCount(events)} events`}
              />
            ))}
          </div>
          <details>
            <summary>Show as table</summary>
            <DayTable days={days} />
          </details>
        </>
      )}
    </Stack>
  );
}

function DayTable({ days }: { readonly days: Usage['days'] }) {
  return (
    <Table maw={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day (UTC)</Table.Th>
          <Table.Th ta="right">Events</Table.Th>
          <Table.Th ta="right">Bytes</Table.Th>
          <Table.Th ta="right">Discarded events</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map(({ day, events, bytes, discardedEvents }) => (
          <Table.Tr key={day}>
            <Table.Td>{day}</Table.Td>
            <Table.Td ta="right">{formatCount(events)}</Table.Td>
            <Table.Td ta="right">{formatBytes(bytes)}</Table.Td>
            <Table.Td ta="right">{formatCount(discardedEvents)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
