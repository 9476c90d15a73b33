/** Groups by a field that more events have than the requested one. */
import { Anchor, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsQuery, type ViewInput } from '../../../query/read/use-views.ts';
import { groupFieldAt, otherFields } from '../../../query/text/group-field.ts';
import { usePage } from '../page-context.tsx';

interface ByAnotherFieldProps {
  readonly query: string;
  /** Where the field is that events lack. */
  readonly position: number;
  readonly input: ViewInput;
}

export function ByAnotherField({ query, position, input }: ByAnotherFieldProps) {
  const { actions } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const fields = useQuery({ ...fieldsQuery(input), enabled: isOpen });
  const field = groupFieldAt(query, position);
  if (field === undefined) return null;
  const others = fields.data === undefined ? undefined : otherFields(fields.data, field.name);
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start" withinPortal>
      <Menu.Target>
        <Anchor component="button" type="button" size="xs">
          Break down by another field
        </Anchor>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Fields with more coverage</Menu.Label>
        {others === undefined && <Menu.Item disabled>Loading …</Menu.Item>}
        {others?.length === 0 && <Menu.Item disabled>No matching fields</Menu.Item>}
        {others?.map(({ name, text, share }) => (
          <Menu.Item
            key={name}
            rightSection={
              <Text size="xs" c="dimmed">
                {share}
              </Text>
            }
            onClick={() => actions.run(query.slice(0, field.start) + text + query.slice(field.end))}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
