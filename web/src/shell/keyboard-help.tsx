import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { ALL_PLACES, placesFor } from './places.ts';
import { useSignedIn } from './signed-in.tsx';

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

const EVERYWHERE: readonly Shortcut[] = [
  { keys: ['Ctrl', 'K'], does: 'Search or jump to a page, search or action (⌘ K on a Mac)' },
  { keys: ['?'], does: 'Show this list' },
  { keys: ['Esc'], does: 'Close the open dialog or panel' },
];

const SEARCH: readonly Shortcut[] = [
  { keys: ['/'], does: 'Focus the query' },
  { keys: ['Ctrl', 'Enter'], does: 'Run the query' },
  { keys: ['d'], does: 'Select the time range' },
  { keys: ['j'], does: 'Next event' },
  { keys: ['k'], does: 'Previous event' },
  { keys: ['↑', '↓'], does: 'Move between rows' },
  { keys: ['Enter'], does: 'Open or close the event' },
  { keys: ['p'], does: 'Toggle patterns' },
  { keys: ['l'], does: 'Start or stop live tail' },
  { keys: ['s'], does: 'Copy link' },
];

const DASHBOARD: readonly Shortcut[] = [
  { keys: ['j'], does: 'Next panel' },
  { keys: ['k'], does: 'Previous panel' },
  { keys: ['Enter'], does: 'Show panel in full screen' },
  { keys: ['d'], does: 'Select the time range' },
  { keys: ['c'], does: 'Show panel cost' },
  { keys: ['e'], does: 'Edit dashboard' },
];

/** Rendered while it is open. */
export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const { may } = useSignedIn();
  const places = placesFor(ALL_PLACES, may).flatMap(({ key, label }) =>
    key === undefined ? [] : [{ keys: ['g', key], does: label }],
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack gap="md">
          <Shortcuts title="Global" shortcuts={EVERYWHERE} />
          <Shortcuts title="Search" shortcuts={SEARCH} />
          <Shortcuts title="Dashboard" shortcuts={DASHBOARD} />
        </Stack>
        <Shortcuts title="Go to" shortcuts={places} />
      </SimpleGrid>
    </Modal>
  );
}

function Shortcuts(props: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) {
  return (
    <Stack gap={6}>
      <Title order={3}>{props.title}</Title>
      {props.shortcuts.map(({ keys, does }) => (
        <Group key={does} justify="space-between" gap="xs" wrap="nowrap">
          <Text>{does}</Text>
          <Group gap={4} wrap="nowrap">
            {keys.map((key) => (
              <Kbd key={key} size="xs">
                {key}
              </Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
