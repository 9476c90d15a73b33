import { Stack, Table, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FieldCardinality } from '../../../../../src/contract/field-cardinality.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { QueryView } from '../../../parts/query-view.tsx';
import { countOf, formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';

const fieldCardinalityQuery = queryOptions({
  queryKey: ['field-cardinality'],
  queryFn: async ({ signal }) => (await call(api.getFieldCardinality, {}, signal)).data,
});

/** Fields with more distinct values than recommended, and what to do about them. */
export function HighCardinalityFields() {
  const cardinality = useQuery(fieldCardinalityQuery);
  return (
    <section>
      <Title order={2} mb={4}>
        High-cardinality fields
      </Title>
      <QueryView query={cardinality} rows={2}>
        {(found) => (
          <Stack gap="xs">
            <Basis found={found} />
            {found.fields.length > 0 && <FieldTable fields={found.fields} />}
          </Stack>
        )}
      </QueryView>
    </section>
  );
}

function Basis({ found }: { readonly found: FieldCardinality }) {
  const { events, isAll, fields, estimatedAt } = found;
  const looked = isAll
    ? `${countOf(events, 'event')} in the last 7 days`
    : `the newest ${countOf(events, 'event')}`;
  return (
    <Text c="dimmed" component="div">
      {fields.length === 0
        ? 'No field exceeds the recommended number of distinct values. '
        : 'These fields exceed the recommended number of distinct values. Searches get slower and storage grows. Events are still accepted. '}
      Estimated from {looked}, <TimeText at={estimatedAt} />.
      {!isAll && ' The actual number can be higher.'}
    </Text>
  );
}

function FieldTable({ fields }: { readonly fields: FieldCardinality['fields'] }) {
  return (
    <WideTable label="High-cardinality fields" minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th ta="right">Distinct values (estimate)</Table.Th>
          <Table.Th ta="right">Recommended</Table.Th>
          <Table.Th>Suggested action</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ name, distinct, recommendedMax, advice }) => (
          <Table.Tr key={name}>
            <Table.Td className="xp-mono">{name}</Table.Td>
            <Table.Td ta="right">{formatCount(distinct)}</Table.Td>
            <Table.Td ta="right">up to {formatCount(recommendedMax)}</Table.Td>
            <Table.Td>{advice}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
