import { Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertDelivery } from '../../../../../src/contract/alert-deliveries.ts';
import { DELIVERY_STATES } from '../../../../../src/spec/alerts.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { deliveriesQuery } from '../../../data/alerts-queries.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { messageOf } from '../../../parts/error-notice.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { LoadMore } from '../../../parts/load-more.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayFailed } from '../../../parts/ready-notice.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { DELIVERY_KINDS, withheldWords } from '../logic/delivery-words.ts';
import { DeliveryTag } from './delivery-tag.tsx';

/** What was sent where, and what could not be. */
export function Deliveries() {
  const [state, setState] = useState('all');
  const known = DELIVERY_STATES.find((each) => each === state);
  const pages = useInfiniteQuery(deliveriesQuery(known === undefined ? {} : { state: known }));
  const deliveries = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Stack gap="xs" component="section" aria-label="Notifications">
      <Group gap="sm">
        <Title order={2}>Notifications</Title>
        <SegmentedControl
          aria-label="Filter notifications"
          value={state}
          data={[
            { value: 'all', label: 'All' },
            { value: 'waiting', label: 'Queued' },
            { value: 'sent', label: 'Sent' },
            { value: 'dead', label: 'Failed' },
            { value: 'withheld', label: 'Suppressed' },
          ]}
          onChange={setState}
        />
      </Group>
      <QueryView query={pages}>
        {() =>
          deliveries.length === 0 ? (
            <Text c="dimmed">
              {known === undefined ? 'No notifications sent yet' : 'No matching notifications'}
            </Text>
          ) : (
            <DeliveryTable deliveries={deliveries} />
          )
        }
      </QueryView>
      <LoadMore pages={pages} />
    </Stack>
  );
}

function DeliveryTable({ deliveries }: { readonly deliveries: readonly AlertDelivery[] }) {
  return (
    <WideTable label="Notifications" minWidth={860}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Status</Table.Th>
          <Table.Th>Channel</Table.Th>
          <Table.Th>Rule</Table.Th>
          <Table.Th ta="right">Attempts</Table.Th>
          <Table.Th>Time</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: AlertDelivery }) {
  const { may } = useSignedIn();
  const retry = useRetry(delivery.id);
  const { state, error, withheldBy, nextTryAt } = delivery;
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign" maw={300}>
        <DeliveryTag state={state} error={error} />
        {(error !== null || withheldBy !== null) && (
          <Text size="xs" c="dimmed">
            {withheldBy === null ? error : withheldWords(withheldBy)}
          </Text>
        )}
        {state === 'waiting' && nextTryAt !== null && (
          <Text size="xs" c="dimmed" component="div">
            Next attempt <TimeText at={nextTryAt} />
          </Text>
        )}
      </Table.Td>
      <Table.Td className="xp-foreign">{delivery.channelName ?? 'deleted'}</Table.Td>
      <Table.Td className="xp-foreign">
        <About delivery={delivery} />
      </Table.Td>
      <Table.Td ta="right">{delivery.attempts}</Table.Td>
      <Table.Td>
        <TimeText at={delivery.endedAt ?? delivery.createdAt} />
      </Table.Td>
      <Table.Td ta="right">
        {state === 'dead' && may('channels:manage') && (
          <RowAction
            label={`Retry the notification to ${delivery.channelName ?? 'a deleted channel'}`}
            isPending={retry.isPending}
            onClick={() => retry.mutate()}
          >
            Retry
          </RowAction>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function About({ delivery }: { readonly delivery: AlertDelivery }) {
  const { kind, ruleName, incidents, incidentsTotal } = delivery;
  const [only] = incidents;
  const what = ruleName ?? DELIVERY_KINDS[kind];
  return (
    <>
      {only !== undefined && incidentsTotal === 1 ? (
        <TextLink to="/alerts/$id" params={{ id: only }}>
          {what}
        </TextLink>
      ) : (
        what
      )}
      <Text size="xs" c="dimmed">
        {DELIVERY_KINDS[kind]}
        {incidentsTotal > 1 ? ` of ${incidentsTotal} incidents` : ''}
      </Text>
    </>
  );
}

function useRetry(id: string) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async () => call(api.retryAlertDelivery, { params: { id } }),
    onSuccess: async () => answers.invalidateQueries({ queryKey: ['alert-deliveries'] }),
    onError: (error) => sayFailed(messageOf(error)),
  });
}
