import { Alert, Box, List, Progress, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Usage } from '../../../../../src/contract/organizations.ts';
import { PLANS } from '../../../../../src/spec/plans.ts';
import { usageQuery } from '../../../data/usage-query.ts';
import { Icon } from '../../../parts/icons.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { formatBytes, formatCount, shareOf } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { resourceName } from '../../../parts/resource-names.ts';
import { ReceiptLookUp } from './receipt-look-up.tsx';
import { UsageDays } from './usage-days.tsx';

export function UsagePage() {
  const { may } = useSignedIn();
  const usage = useQuery(usageQuery);
  return (
    <PageFrame
      title="Usage"
      about={
        may('billing:manage') ? (
          <>
            Usage and limits of your plan. Change the plan under{' '}
            <TextLink to="/settings/billing">Billing</TextLink>.
          </>
        ) : (
          'Usage and limits of your plan. An Owner can change the plan.'
        )
      }
    >
      <QueryView query={usage} rows={8}>
        {(facts) => (
          <Stack gap="lg">
            <Warnings warnings={facts.warnings} />
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
              <DailyQuota usage={facts} />
              <Credits usage={facts} />
            </SimpleGrid>
            <Resources usage={facts} />
            <UsageDays days={facts.days} />
            {may('receipts:read') && <ReceiptLookUp />}
            <Rates rates={facts.rates} />
          </Stack>
        )}
      </QueryView>
    </PageFrame>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title="Over plan limits" p="xs">
      <List size="sm">
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

interface BarProps {
  readonly label: string;
  readonly used: number;
  readonly limit: number | null;
  readonly format: (value: number) => string;
}

/** A limit with how much of it is used, in numbers and as a bar. */
function Bar({ label, used, limit, format }: BarProps) {
  const share = shareOf(used, limit);
  const percent = Math.round(share * 100);
  const words =
    limit === null ? `${format(used)}, no limit` : `${format(used)} of ${format(limit)}`;
  const color = share >= 1 ? 'red' : share >= 0.8 ? 'yellow' : 'brand';
  return (
    <div>
      <Box style={{ display: 'flex', justifyContent: 'space-between', gap: 12 }}>
        <Text>{label}</Text>
        <Text ff="monospace" size="xs">
          {words}
          {limit !== null && limit > 0 ? ` (${percent}%)` : ''}
        </Text>
      </Box>
      <Progress.Root size={6} mt={3}>
        <Progress.Section value={percent} color={color} aria-label={`${label}: ${words}`} />
      </Progress.Root>
    </div>
  );
}

function DailyQuota({ usage }: { readonly usage: Usage }) {
  const { today, quota, plan } = usage;
  const pauses = PLANS[plan].overage === 'pause_until_next_day';
  return (
    <Stack gap={6}>
      <Title order={2}>Logs today</Title>
      <Bar label="Bytes" used={today.bytes} limit={quota.dailyBytes} format={formatBytes} />
      <Text size="xs" c="dimmed">
        {formatCount(today.events)} events. Resets at 00:00 UTC, <TimeText at={quota.resetsAt} />.
      </Text>
      {quota.dailyBytes === null ? (
        <Text size="xs">This plan has no daily quota.</Text>
      ) : (
        <Text size="xs">
          At 80%, all Owners get an email. At 100%,{' '}
          {pauses
            ? 'new events are rejected with 429 until 00:00 UTC or a plan upgrade.'
            : 'new events are queued for up to 1 hour. They are stored after 00:00 UTC or a plan upgrade, otherwise discarded.'}
        </Text>
      )}
      {quota.state === 'throttled' && (
        <Alert color="red" p="xs" icon={<Icon name="warning" />}>
          Daily quota reached. {pauses ? 'Events are rejected' : 'Events are queued'} until 00:00
          UTC.
        </Alert>
      )}
      {today.discardedEvents > 0 && (
        <Text size="xs" c="var(--xp-danger)">
          {formatCount(today.discardedEvents)} events ({formatBytes(today.discardedBytes)}) were
          queued for more than 1 hour and discarded today.
        </Text>
      )}
    </Stack>
  );
}

function Credits({ usage }: { readonly usage: Usage }) {
  const { credits } = usage;
  return (
    <Stack gap={6}>
      <Title order={2}>AI credits this month</Title>
      <Bar label="Credits" used={credits.used} limit={credits.limit} format={formatCount} />
      <Text size="xs" c="dimmed">
        Resets <TimeText at={credits.resetsAt} />.
      </Text>
      <Text size="xs">
        At 100%, evaluations are rejected with 429 until next month. Previews are free.
      </Text>
    </Stack>
  );
}

function Resources({ usage }: { readonly usage: Usage }) {
  return (
    <Stack gap="xs">
      <Title order={2}>Limits of the {usage.plan} plan</Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="sm">
        {usage.resources.map(({ resource, used, limit }) => (
          <Bar
            key={resource}
            label={resourceName(resource)}
            used={used}
            limit={limit}
            format={formatCount}
          />
        ))}
      </SimpleGrid>
      <Text size="xs">
        At 100%, you can't create more. Existing resources keep working, even after a downgrade.
      </Text>
    </Stack>
  );
}

/** Rates have no running total: they cover only the last minute. */
function Rates({ rates }: Pick<Usage, 'rates'>) {
  return (
    <Stack gap="xs">
      <Title order={2}>Rate limits</Title>
      <Table maw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Requests</Table.Th>
            <Table.Th>Scope</Table.Th>
            <Table.Th ta="right">Per minute</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rates.map(({ covers, scope, perMinute }) => (
            <Table.Tr key={covers}>
              <Table.Td>{covers}</Table.Td>
              <Table.Td>{scope}</Table.Td>
              <Table.Td ta="right">
                {perMinute === null ? 'unlimited' : formatCount(perMinute)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs">Requests over the limit get a 429 response with Retry-After.</Text>
    </Stack>
  );
}
