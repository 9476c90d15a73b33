import { Table, Text } from '@mantine/core';
import { fieldText } from '../../../data/field-text.ts';
import { CodeText } from '../../../parts/code-text.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { deviceName } from '../../../parts/device-name.ts';

export function AuditTable({ rows }: { readonly rows: readonly object[] }) {
  return (
    <WideTable label="Audit entries" minWidth={1080}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Time</Table.Th>
          <Table.Th>Actor</Table.Th>
          <Table.Th>Action</Table.Th>
          <Table.Th>Resource</Table.Th>
          <Table.Th>From</Table.Th>
          <Table.Th>Details</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={fieldText(row, '_id')}>
            <Table.Td>
              <TimeText at={fieldText(row, '_time')} form="exact" />
            </Table.Td>
            <Table.Td className="xp-foreign">{fieldText(row, 'actor')}</Table.Td>
            <Table.Td>
              <CodeText isWhole>{fieldText(row, 'action')}</CodeText>
            </Table.Td>
            <Table.Td className="xp-foreign xp-mono">{fieldText(row, 'resource')}</Table.Td>
            <Table.Td className="xp-foreign">
              {fieldText(row, 'ip_address')}
              <Text size="xs" c="dimmed" title={fieldText(row, 'user_agent')}>
                {deviceName(fieldText(row, 'user_agent'))}
              </Text>
            </Table.Td>
            <Table.Td className="xp-foreign xp-mono" maw={280}>
              {detailsOf(row)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function detailsOf(row: object): string {
  const text = fieldText(row, 'details');
  return text === '{}' ? '' : text;
}
