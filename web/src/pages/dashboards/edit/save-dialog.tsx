import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import type { Saving } from './use-save.ts';

interface SaveDialogProps {
  readonly saving: Saving;
  readonly onClose: () => void;
}

/** A summary of the changes, for readers of the version history. */
export function SaveDialog({ saving, onClose }: SaveDialogProps) {
  const [note, setNote] = useState('');
  return (
    <FormDialog title="Save dashboard" onSubmit={() => saving.save(note.trim())} onClose={onClose}>
      <TextInput
        label="Change note"
        description="Optional. Shown in the version history."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        maxLength={LIMITS.dashboards.noteCharactersMax}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <FormEnd error={saving.error} isBusy={saving.isSaving} onCancel={onClose}>
        Save
      </FormEnd>
    </FormDialog>
  );
}
