import { NumberInput, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LogIndex } from '../../../../../src/contract/indexes.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { indexesQuery } from '../../../data/indexes-query.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';

interface IndexDialogProps {
  /** The one to change; a new one without. */
  readonly index?: LogIndex;
  readonly onClose: () => void;
}

interface Draft {
  readonly name: string;
  readonly description: string;
  readonly isOwn: boolean;
  readonly days: number;
}

/** Rendered while it is open. */
export function IndexDialog({ index, onClose }: IndexDialogProps) {
  const [draft, setDraft] = useState<Draft>({
    name: index?.name ?? '',
    description: index?.description ?? '',
    isOwn: index?.isRetentionOwn ?? false,
    days: index?.retentionDays ?? LIMITS.indexes.retentionDaysDefault,
  });
  const save = useSaveIndex(index, onClose);
  return (
    <FormDialog
      title={index === undefined ? 'Create index' : `Edit ${index.name}`}
      onSubmit={() => save.mutate(draft)}
      onClose={onClose}
    >
      {index !== undefined && <ManagedBanner kind="indexes" id={index.name} />}
      {index === undefined && (
        <TextInput
          label="Name"
          description="Lowercase letters, digits, _ and -. Can't be changed later."
          required
          data-autofocus
          maxLength={LIMITS.indexes.nameCharactersMax}
          value={draft.name}
          error={fieldError(save.error, 'name')}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
      )}
      <Textarea
        label="Description"
        autosize
        maxLength={LIMITS.indexes.descriptionCharactersMax}
        value={draft.description}
        error={fieldError(save.error, 'description')}
        onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
      />
      <Retention draft={draft} before={index} error={save.error} onChange={setDraft} />
      <FormEnd
        error={save.error}
        fields={['name', 'description', 'retentionDays']}
        isBusy={save.isPending}
      >
        {index === undefined ? 'Create index' : 'Save changes'}
      </FormEnd>
    </FormDialog>
  );
}

interface RetentionProps {
  readonly draft: Draft;
  readonly before: LogIndex | undefined;
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
}

function Retention({ draft, before, error, onChange }: RetentionProps) {
  const isShorter = before !== undefined && draft.isOwn && draft.days < before.retentionDays;
  return (
    <>
      <Switch
        label="Custom retention"
        description="Default: the organization's retention."
        checked={draft.isOwn}
        onChange={(event) => onChange({ ...draft, isOwn: event.currentTarget.checked })}
      />
      {draft.isOwn && (
        <NumberInput
          label="Retention (days)"
          min={1}
          max={LIMITS.indexes.retentionDaysMax}
          allowDecimal={false}
          value={draft.days}
          error={fieldError(error, 'retentionDays')}
          onChange={(days) => onChange({ ...draft, days: Number(days) })}
        />
      )}
      {isShorter && (
        <Text c="var(--xp-warning)">
          Events older than {draft.days} days are hidden immediately.
        </Text>
      )}
    </>
  );
}

function useSaveIndex(index: LogIndex | undefined, onClose: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, description, isOwn, days }: Draft) => {
      const body = { description, retentionDays: isOwn ? days : null };
      return index === undefined
        ? call(api.createIndex, { body: { name, ...body } })
        : call(api.changeIndex, { params: { name: index.name }, body });
    },
    onSuccess: async () => {
      await answers.invalidateQueries(indexesQuery);
      sayDone(index === undefined ? 'Index created' : 'Index saved');
      onClose();
    },
  });
}
