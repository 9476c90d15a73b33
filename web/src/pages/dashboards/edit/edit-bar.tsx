import { ActionIcon, Button, Group, Title, Tooltip } from '@mantine/core';
import type { PanelKind } from '../../../../../src/spec/dashboards.ts';
import { Icon } from '../../../parts/icons.tsx';
import { AddPanelMenu } from './add-panel-menu.tsx';
import type { SettingsPart } from './settings-dialog.tsx';
import type { Draft } from './use-draft.ts';

interface EditBarProps {
  readonly draft: Draft;
  readonly onAdd: (kind: PanelKind | undefined) => void;
  readonly onPaste: (() => void) | undefined;
  readonly onSettings: (part: SettingsPart) => void;
  readonly onSave: () => void;
  readonly onLeave: () => void;
}

export function EditBar(props: EditBarProps) {
  const { draft, onAdd, onPaste, onSettings, onSave, onLeave } = props;
  const { isChanged, undo, redo } = draft;
  return (
    <div className="de-bar" role="toolbar" aria-label="Editing">
      <Title order={1} className="xp-foreign">
        {draft.now.name}
      </Title>
      <span className="de-state" data-changed={isChanged || undefined}>
        {isChanged ? 'Unsaved changes' : 'Editing'}
      </span>
      <span className="de-space" />
      <Group gap={4}>
        <Step label="Undo" icon="undo" onClick={undo} />
        <Step label="Redo" icon="redo" onClick={redo} />
      </Group>
      <AddPanelMenu onAdd={onAdd} onPaste={onPaste} />
      <Button
        variant="default"
        leftSection={<Icon name="filter" size={14} />}
        onClick={() => onSettings('variables')}
      >
        Variables
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="settings" size={14} />}
        onClick={() => onSettings('general')}
      >
        Settings
      </Button>
      <Button variant="default" onClick={onLeave}>
        {isChanged ? 'Discard' : 'Close'}
      </Button>
      <Button disabled={!isChanged} onClick={onSave}>
        Save
      </Button>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: 'undo' | 'redo';
  readonly onClick: (() => void) | undefined;
}

function Step({ label, icon, onClick }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={onClick === undefined}
        onClick={onClick}
      >
        <Icon name={icon} size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
