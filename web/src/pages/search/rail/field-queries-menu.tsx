import { Menu } from '@mantine/core';
import { type FieldFacts, kindOf } from '../logic/field-groups.ts';
import { fieldQueries, withCommand } from '../logic/field-queries.ts';
import { usePage } from '../page-context.tsx';

/** Writes the query for the table or chart of a field; the Back of the browser takes it away again. */
export function FieldQueriesMenu({ field }: { readonly field: FieldFacts }) {
  const { actions } = usePage();
  return fieldQueries(field.name, kindOf(field)).map(({ label, command }) => (
    <Menu.Item
      key={label}
      title={`| ${command}`}
      onClick={() =>
        actions.edit((query) => withCommand(query, command), {
          mode: 'auto',
          isLive: false,
          order: undefined,
        })
      }
    >
      {label}
    </Menu.Item>
  ));
}
