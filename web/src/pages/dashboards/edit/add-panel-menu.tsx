import { Button, Menu, Text } from '@mantine/core';
import { PANEL_KINDS, type PanelKind } from '../../../../../src/spec/dashboards.ts';
import { Icon } from '../../../parts/icons.tsx';
import { KIND_WORDS } from '../../../query/panel/kind-words.ts';

interface AddPanelMenuProps {
  /** Undefined: the kind follows from the query. */
  readonly onAdd: (kind: PanelKind | undefined) => void;
  /** Undefined where nothing was copied. */
  readonly onPaste: (() => void) | undefined;
  readonly isPrimary?: boolean;
}

export function AddPanelMenu({ onAdd, onPaste, isPrimary = false }: AddPanelMenuProps) {
  return (
    <Menu position="bottom-start" withinPortal width={320}>
      <Menu.Target>
        <Button
          variant={isPrimary ? 'filled' : 'default'}
          leftSection={<Icon name="plus" size={14} />}
        >
          Add panel
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="search" size={14} />} onClick={() => onAdd(undefined)}>
          From a query
          <Text size="xs" c="dimmed">
            Picks the visualization automatically
          </Text>
        </Menu.Item>
        {onPaste !== undefined && (
          <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={onPaste}>
            Paste copied panel
          </Menu.Item>
        )}
        <Menu.Divider />
        {PANEL_KINDS.map((kind) => (
          <Menu.Item key={kind} py={4} onClick={() => onAdd(kind)}>
            {KIND_WORDS[kind].label}
            <Text span size="xs" c="dimmed">
              {' '}
              · {KIND_WORDS[kind].about}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
