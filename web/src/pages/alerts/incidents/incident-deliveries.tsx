import { Stack, Table, Text, Title } from '@mantine/core';
import type { AlertIncident } from '../../../../../src/contract/alerts.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { DeliveryTag } from '../channels/delivery-tag.tsx';
import { TRANSITION_WORDS, withheldWords } from '../logic/delivery-words.ts';

/** Who was notified of what, and who was not. */
export function IncidentDeliveries({ deliveries }: Pick<AlertIncident, 'deliveries'>) {
  return (
    <Stack gap="xs" component="section" aria-label="Notifications">
      <Title order={2}>Notifications</Title>
      {deliveries.length === 0 ? (
        <Text c="dimmed">
          No notifications. The rule has no channel, or the notification is still queued.
        </Text>
      ) : (
        <WideTable label="Notifications for this incident" minWidth={420}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Channel</Table.Th>
              <Table.Th>Event</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Time</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deliveries.map((delivery) => (
              <Table.Tr key={`${delivery.id} ${delivery.transition}`}>
                <Table.Td className="xp-foreign">{delivery.channelName ?? 'deleted'}</Table.Td>
                <Table.Td>{TRANSITION_WORDS[delivery.transition]}</Table.Td>
                <Table.Td className="xp-foreign">
                  <DeliveryTag state={delivery.state} error={delivery.error} />
                  <Text size="xs" c="dimmed">
                    {delivery.withheldBy === null
                      ? (delivery.error ?? '')
                      : withheldWords(delivery.withheldBy)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <TimeText at={delivery.at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Stack>
  );
}
