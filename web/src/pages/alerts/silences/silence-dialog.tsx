import {
  Group,
  MultiSelect,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  AlertSilence,
  AlertSilenceDraft,
} from '../../../../../src/contract/alert-silences.ts';
import { SEVERITIES } from '../../../../../src/spec/alerts.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { alertRulesQuery, alertSilencesQuery } from '../../../data/alerts-queries.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import {
  changeOfSilence,
  draftOfSilence,
  emptySilence,
  formOfSilence,
  type SilenceForm,
} from '../logic/silence-draft.ts';
import { SilenceTimes } from './silence-times.tsx';

interface SilenceDialogProps {
  /** The one to change; a new one without. */
  readonly silence?: AlertSilence;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function SilenceDialog({ silence, onClose }: SilenceDialogProps) {
  const timeZone = useTimeZone();
  const [form, setForm] = useState(() => {
    const empty = emptySilence(Date.now(), timeZone);
    return silence === undefined ? empty : formOfSilence(silence, empty);
  });
  const [problem, setProblem] = useState<string>();
  const save = useSave(silence, onClose);
  const submit = (): void => {
    const result = draftOfSilence(form);
    setProblem('problem' in result ? result.problem : undefined);
    if ('draft' in result) save.mutate(result.draft);
  };
  return (
    <FormDialog
      title={silence === undefined ? 'New silence' : `Edit ${silence.name}`}
      onSubmit={submit}
      onClose={onClose}
    >
      {silence !== undefined && <ManagedBanner kind="silences" id={silence.id} />}
      <TextInput
        label="Name"
        required
        data-autofocus
        placeholder="Nightly restart"
        maxLength={LIMITS.alerts.nameCharactersMax}
        value={form.name}
        error={fieldError(save.error, 'name')}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label="Schedule"
        value={form.kind}
        data={[
          { value: 'range', label: 'Once' },
          { value: 'weekly', label: 'Weekly' },
        ]}
        onChange={(kind) => setForm({ ...form, kind })}
      />
      <SilenceTimes form={form} error={save.error} onChange={setForm} />
      <Match form={form} error={save.error} onChange={setForm} />
      {problem !== undefined && (
        <Text c="var(--xp-danger)" role="alert">
          {problem}
        </Text>
      )}
      <FormEnd error={save.error} fields={['name', 'match', 'times']} isBusy={save.isPending}>
        {silence === undefined ? 'Create silence' : 'Save changes'}
      </FormEnd>
    </FormDialog>
  );
}

function useSave(silence: AlertSilence | undefined, onSaved: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (draft: AlertSilenceDraft) => {
      if (silence === undefined) return call(api.createAlertSilence, { body: draft });
      const { id, version } = silence;
      return call(api.changeAlertSilence, {
        params: { id },
        body: changeOfSilence(draft, version),
      });
    },
    onSuccess: async () => {
      await answers.invalidateQueries(alertSilencesQuery);
      sayDone('Silence saved');
      onSaved();
    },
  });
}

interface FieldsProps {
  readonly form: SilenceForm;
  readonly error: unknown;
  readonly onChange: (form: SilenceForm) => void;
}

function Match({ form, error, onChange }: FieldsProps) {
  const rules = useQuery(alertRulesQuery);
  const known = rules.data ?? [];
  const tags = [...new Set(known.flatMap((rule) => rule.tags))].toSorted();
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        Fields you leave empty match everything. All filled fields must match.
      </Text>
      <MultiSelect
        label="Rules"
        searchable
        data={known.map(({ id, name }) => ({ value: id, label: name }))}
        value={[...form.rules]}
        maxValues={LIMITS.alerts.silenceMatchersMax}
        error={fieldError(error, 'match.rules')}
        onChange={(ids) => onChange({ ...form, rules: ids })}
      />
      <Group grow align="flex-start">
        <TagsInput
          label="Rule tags"
          data={tags}
          value={[...form.tags]}
          maxTags={LIMITS.alerts.silenceMatchersMax}
          error={fieldError(error, 'match.tags')}
          onChange={(names) => onChange({ ...form, tags: names })}
        />
        <MultiSelect
          label="Severities"
          searchable
          data={[...SEVERITIES]}
          value={[...form.severities]}
          error={fieldError(error, 'match.severities')}
          onChange={(names) =>
            onChange({ ...form, severities: SEVERITIES.filter((each) => names.includes(each)) })
          }
        />
      </Group>
      <TagsInput
        label="Group values"
        description="Format: field=value. Use * as a wildcard."
        placeholder={form.group.length === 0 ? 'host=web-*' : ''}
        value={[...form.group]}
        maxTags={LIMITS.alerts.silenceMatchersMax}
        error={fieldError(error, 'match.group')}
        onChange={(group) => onChange({ ...form, group })}
      />
    </Stack>
  );
}
