/** The settings of a dashboard other than its panels: name and times, variables, shared searches, annotations. */
import { Alert, Button, Group, Modal, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import type { CompleteDefinition } from '../../../../../src/contract/definition-form.ts';
import { AnnotationsFields } from './annotations-fields.tsx';
import { GeneralFields } from './general-fields.tsx';
import { SearchesFields } from './searches-fields.tsx';
import { VariablesFields } from './variables-fields.tsx';

export type SettingsPart = 'general' | 'variables' | 'searches' | 'annotations';

interface SettingsDialogProps {
  readonly draft: CompleteDefinition;
  readonly part: SettingsPart;
  readonly onApply: (draft: CompleteDefinition) => void;
  readonly onClose: () => void;
}

export function SettingsDialog({ draft, part, onApply, onClose }: SettingsDialogProps) {
  const [changed, setChanged] = useState(draft);
  const [isAsked, setIsAsked] = useState(false);
  const close = (): void => {
    if (JSON.stringify(changed) === JSON.stringify(draft)) onClose();
    else setIsAsked(true);
  };
  const props = { draft: changed, onChange: setChanged };
  const count = (items: readonly unknown[]): string =>
    items.length === 0 ? '' : ` ${items.length}`;
  return (
    <Modal
      opened
      size="xl"
      title="Dashboard settings"
      onClose={close}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Tabs defaultValue={part} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="general">General</Tabs.Tab>
          <Tabs.Tab value="variables">Variables{count(changed.variables)}</Tabs.Tab>
          <Tabs.Tab value="searches">Shared searches{count(changed.searches)}</Tabs.Tab>
          <Tabs.Tab value="annotations">Annotations{count(changed.annotations)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <GeneralFields {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="variables">
          <VariablesFields {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="searches">
          <SearchesFields {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="annotations">
          <AnnotationsFields {...props} />
        </Tabs.Panel>
      </Tabs>
      {isAsked ? (
        <Alert color="yellow" variant="light" mt="md" p="xs" role="alert">
          <Group justify="flex-end" gap="xs">
            <Text flex={1}>Discard your changes?</Text>
            <Button variant="default" data-autofocus onClick={() => setIsAsked(false)}>
              Keep editing
            </Button>
            <Button color="red" onClick={onClose}>
              Discard changes
            </Button>
          </Group>
        </Alert>
      ) : (
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={changed.name.trim() === ''} onClick={() => onApply(changed)}>
            Apply
          </Button>
        </Group>
      )}
    </Modal>
  );
}
