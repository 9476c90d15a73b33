import { Stack, Table, Title } from '@mantine/core';
import { ROLES } from '../../../../../src/spec/roles.ts';
import { roleMeaning } from '../../../shell/role-meanings.ts';
import { roleName } from '../../../shell/role-names.ts';

export function RoleTable() {
  return (
    <Stack gap="xs">
      <Title order={2}>Role permissions</Title>
      <Table maw={640}>
        <Table.Tbody>
          {ROLES.map((role) => (
            <Table.Tr key={role}>
              <Table.Th scope="row" w={100}>
                {roleName(role)}
              </Table.Th>
              <Table.Td>{roleMeaning(role)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
