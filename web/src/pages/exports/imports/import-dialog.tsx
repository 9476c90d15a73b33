import {
  Alert,
  Checkbox,
  Group,
  List,
  Modal,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IMPORT_INDEX_PREFIX } from '../../../../../src/spec/exports.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { exportsQuery, importsQuery } from '../../../data/exports-queries.ts';
import { fieldError } from '../../../parts/field-error.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { formatCount } from '../../../parts/sizes.ts';
import { BucketFields } from '../bucket-fields.tsx';
import { FolderFields } from '../folder-fields.tsx';
import {
  draftOfImport,
  EMPTY_IMPORT,
  type ImportForm,
  importProblems,
  SOURCE_KINDS,
  type SourceKind,
} from '../logic/import-form.ts';
import { FormEnd } from '../../../parts/form-end.tsx';

/** The fields that show their own problems. */
const FIELDS = ['source', 'destination', 'index', 'days', 'from', 'to'] as const;

/** Rendered while it is open. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [form, setForm] = useState(EMPTY_IMPORT);
  const [isTried, setIsTried] = useState(false);
  const start = useStart(onClose);
  const problems = importProblems(form);
  // Server errors about the location may use the paths of an export's destination.
  const problemOf = (field: string): string | undefined =>
    (isTried ? problems[field] : undefined) ??
    fieldError(start.error, field) ??
    fieldError(start.error, `source.${field}`) ??
    fieldError(start.error, `destination.${field}`);
  const fields = {
    form,
    problemOf,
    onChange: (part: Partial<ImportForm>) => setForm({ ...form, ...part }),
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Restore archive"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (Object.keys(problems).length === 0) start.mutate(form);
        }}
      >
        <Stack gap="sm">
          <SourceFields {...fields} />
          <TargetFields {...fields} />
          <Refusals />
          <FormEnd error={start.error} fields={FIELDS} isBusy={start.isPending} onCancel={onClose}>
            Start restore
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

function useStart(onStarted: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (form: ImportForm) => call(api.createImport, { body: draftOfImport(form) }),
    onSuccess: async () => {
      await answers.invalidateQueries(importsQuery);
      sayDone('Restore started');
      onStarted();
    },
  });
}

interface FieldsProps {
  readonly form: ImportForm;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (part: Partial<ImportForm>) => void;
}

const KINDS: Readonly<Record<SourceKind, string>> = {
  export: 'Export of this organization',
  folder: 'Server folder',
  s3: 'S3 bucket',
};

function SourceFields({ form, problemOf, onChange }: FieldsProps) {
  return (
    <>
      <NativeSelect
        label="Source"
        data-autofocus
        value={form.kind}
        data={SOURCE_KINDS.map((kind) => ({ value: kind, label: KINDS[kind] }))}
        onChange={(event) => {
          const kind = SOURCE_KINDS.find((each) => each === event.currentTarget.value);
          if (kind !== undefined) onChange({ kind });
        }}
      />
      {form.kind === 'export' && (
        <ExportChoice form={form} problemOf={problemOf} onChange={onChange} />
      )}
      {form.kind === 'folder' && (
        <FolderFields form={form} problemOf={problemOf} onChange={onChange} />
      )}
      {form.kind === 's3' && (
        <BucketFields form={form} isSecretKept={false} problemOf={problemOf} onChange={onChange} />
      )}
      {form.kind !== 'export' && (
        <Checkbox
          label="Archive signed by another installation"
          description="Skips the signature check. File integrity is still verified."
          checked={form.isUnsigned}
          onChange={(event) => onChange({ isUnsigned: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function ExportChoice({ form, problemOf, onChange }: FieldsProps) {
  const exports = useQuery(exportsQuery);
  const archives = (exports.data ?? []).filter(({ mode }) => mode === 'archive');
  const none = exports.data === undefined ? 'Loading …' : 'No archives yet';
  return (
    <NativeSelect
      label="Archive"
      required
      value={form.exportId}
      data={[
        { value: '', label: archives.length === 0 ? none : 'Select an archive' },
        ...archives.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      error={problemOf('exportId') ?? problemOf('export')}
      onChange={(event) => onChange({ exportId: event.currentTarget.value })}
    />
  );
}

function TargetFields({ form, problemOf, onChange }: FieldsProps) {
  const { importDaysMin, importDaysMax } = LIMITS.exports;
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label="Target index"
          required
          leftSection={<span className="xp-mono">{IMPORT_INDEX_PREFIX}</span>}
          placeholder="november"
          description="Created if it doesn't exist."
          autoComplete="off"
          value={form.index}
          error={problemOf('index')}
          onChange={(event) => onChange({ index: event.currentTarget.value })}
        />
        <NumberInput
          label="Retention (days)"
          description="Restored events are deleted after this time."
          min={importDaysMin}
          max={importDaysMax}
          allowDecimal={false}
          value={form.days}
          error={problemOf('days')}
          onChange={(days) => onChange({ days: Number(days) })}
        />
      </Group>
      <Group grow align="flex-start">
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="datetime-local"
            label={name === 'from' ? 'Stored from' : 'Stored until'}
            description="In your browser's time zone. Default: all events."
            value={form[name]}
            error={problemOf(name)}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        ))}
      </Group>
    </>
  );
}

/** Conditions that abort an import, so that nobody discovers them after an hour. */
function Refusals() {
  return (
    <Alert color="gray" variant="light" p="xs" title="A restore is refused for">
      <List size="xs">
        <List.Item>manifests or files that are missing or were modified</List.Item>
        <List.Item>manifests not signed by this organization, unless you allow it above</List.Item>
        <List.Item>
          more than {formatCount(LIMITS.exports.importRowsMax)} events: choose a shorter time range
        </List.Item>
        <List.Item>
          events over the size limit or with an invalid time; these are skipped and counted
        </List.Item>
      </List>
      <Text size="xs" mt={4}>
        Report files are skipped. The index counts toward your plan and the events toward the daily
        quota. A restore over the quota waits until quota is available.
      </Text>
    </Alert>
  );
}
