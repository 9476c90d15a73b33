/** Two users changed the same element: the user decides one by one. All other changes are already merged. */
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { changedFields, conflictName } from '../logic/conflict-words.ts';
import type { Conflict, Side } from '../logic/merge-definitions.ts';
import type { Meeting, Saving } from './use-save.ts';

interface MergeDialogProps {
  readonly meeting: Meeting;
  readonly saving: Saving;
}

export function MergeDialog({ meeting, saving }: MergeDialogProps) {
  const { theirs, merge } = meeting;
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const isDecided = merge.conflicts.every(({ key }) => choices[key] !== undefined);
  return (
    <Modal
      opened
      size="lg"
      title="Resolve conflicting changes"
      onClose={saving.giveUp}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text className="xp-foreign">
          {theirs.updatedBy} saved version {theirs.version} <TimeText at={theirs.updatedAt} />.
          Changes that don't conflict are merged automatically. Choose a version for the others.
        </Text>
        {merge.conflicts.map((conflict) => (
          <Choice
            key={conflict.key}
            conflict={conflict}
            choice={choices[conflict.key]}
            onChange={(side) => setChoices({ ...choices, [conflict.key]: side })}
          />
        ))}
        <ErrorNotice error={saving.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={saving.giveUp}>
            Back to editing
          </Button>
          <Button
            loading={saving.isSaving}
            disabled={!isDecided}
            onClick={() => saving.decide(choices)}
          >
            Save merged version
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ChoiceProps {
  readonly conflict: Conflict;
  readonly choice: Side | undefined;
  readonly onChange: (side: Side) => void;
}

function Choice({ conflict, choice, onChange }: ChoiceProps) {
  const name = conflictName(conflict);
  const fields = changedFields(conflict);
  return (
    <Radio.Group
      label={<span className="xp-foreign">{name}</span>}
      value={choice ?? ''}
      onChange={(value) => onChange(value === 'theirs' ? 'theirs' : 'mine')}
    >
      <div className="de-sides">
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side}>
            <Radio
              value={side}
              mb={4}
              label={side === 'mine' ? 'Yours' : 'Theirs'}
              aria-label={`${name}: ${side === 'mine' ? 'yours' : 'theirs'}`}
            />
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so keys must reach it. */}
            <pre className="de-side" tabIndex={0}>
              {conflict[side] === undefined
                ? 'Deleted'
                : fields.map((field) => `${field.name}: ${field[side]}`).join('\n')}
            </pre>
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
