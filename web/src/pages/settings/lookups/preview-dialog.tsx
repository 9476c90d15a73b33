import { Modal, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LookupTable, LookupTablePreview } from '../../../../../src/contract/lookups.ts';
import { QueryView } from '../../../parts/query-view.tsx';
import { formatCount } from '../../../parts/sizes.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import { lookupQuery } from '../../../data/lookups-query.ts';

interface PreviewDialogProps {
  readonly table: LookupTable;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function PreviewDialog({ table, onClose }: PreviewDialogProps) {
  const preview = useQuery(lookupQuery(table.name, table.version));
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={`First rows of ${table.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <QueryView query={preview}>{(shown) => <FirstRows table={shown} />}</QueryView>
    </Modal>
  );
}

/** Pixels that a column gets at least. */
const COLUMN_WIDTH = 120;

function FirstRows({ table }: { readonly table: LookupTablePreview }) {
  const { columns, firstRows, rows } = table;
  return (
    <Stack gap="xs">
      <WideTable label="First rows" minWidth={columns.length * COLUMN_WIDTH}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Table.Th key={name} className="xp-mono">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {firstRows.map((values, at) => (
            // Rows have no id, and their position never changes here.
            <Table.Tr key={at}>
              {columns.map((name, i) => (
                <Table.Td key={name} className="xp-foreign">
                  {values[i]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      <Text size="xs" c="dimmed">
        {formatCount(firstRows.length)} of {formatCount(rows)} rows
      </Text>
    </Stack>
  );
}
