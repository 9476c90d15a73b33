import { Table, Text } from '@mantine/core';
import type { ShownChange } from './changes-of-entry.ts';
import classes from './changes-table.module.css';

interface ChangesTableProps {
  readonly changes: readonly ShownChange[];
  /** Further fields that differ. */
  readonly leftOut?: number;
}

/** What a change did, field by field: before on the left, after on the right. */
export function ChangesTable({ changes, leftOut = 0 }: ChangesTableProps) {
  return (
    <section aria-label="Changes">
      <Table fz="xs" layout="fixed" verticalSpacing={3} my={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="24%">Field</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ field, before, after }) => (
            <Table.Tr key={field} style={{ verticalAlign: 'top' }}>
              <Table.Td className="xp-foreign xp-mono">{field}</Table.Td>
              <Table.Td className={`${classes['before']} xp-foreign xp-mono`}>
                {before ?? '–'}
              </Table.Td>
              <Table.Td className={`${classes['after']} xp-foreign xp-mono`}>
                {after ?? '–'}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {leftOut > 0 && (
        <Text size="xs" c="dimmed">
          {leftOut} more {leftOut === 1 ? 'field' : 'fields'} changed.
        </Text>
      )}
    </section>
  );
}
