import { Table, VisuallyHidden } from '@mantine/core';

/** The head of a column of buttons. */
export function ActionsHead() {
  return (
    <Table.Th>
      <VisuallyHidden>Actions</VisuallyHidden>
    </Table.Th>
  );
}
