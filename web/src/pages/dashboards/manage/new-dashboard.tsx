/** A new dashboard: empty, or from a file. */
import { FileInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import { DEFINITION_SCHEMA } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { dashboardsQuery } from '../../../data/dashboards-queries.ts';
import { fieldError } from '../../../parts/field-error.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { EDIT_HASH } from '../logic/edit-mode.ts';
import { readDefinitionText } from '../logic/definition-text.ts';

interface NewDashboardProps {
  readonly onClose: () => void;
}

export function NewDashboard({ onClose }: NewDashboardProps) {
  const [name, setName] = useState('');
  const open = useOpen();
  const create = useMutation({
    mutationFn: async () => {
      const definition = { schema: DEFINITION_SCHEMA, name: name.trim() } as const;
      return (await call(api.createDashboard, { body: { definition } })).data;
    },
    onSuccess: async (dashboard) => open(dashboard, true),
  });
  return (
    <FormDialog
      title="New dashboard"
      onClose={onClose}
      onSubmit={() => {
        if (name.trim() !== '') create.mutate();
      }}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        placeholder="Checkout overview"
        maxLength={LIMITS.dashboards.nameCharactersMax}
        value={name}
        error={fieldError(create.error, 'definition.name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormEnd
        error={create.error}
        fields={['definition.name']}
        isBusy={create.isPending}
        isDisabled={name.trim() === ''}
        onCancel={onClose}
      >
        Create dashboard
      </FormEnd>
    </FormDialog>
  );
}

export function ImportDashboard({ onClose }: NewDashboardProps) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const open = useOpen();
  const bring = useMutation({
    mutationFn: async (chosen: File) => {
      const read = readDefinitionText(await chosen.text());
      if (read.kind === 'problem') {
        setProblem(read.message);
        return undefined;
      }
      return (await call(api.importDashboard, { body: read.definition })).data;
    },
    onSuccess: async (dashboard) => {
      if (dashboard !== undefined) await open(dashboard, false);
    },
  });
  return (
    <FormDialog
      title="Import dashboard"
      onClose={onClose}
      onSubmit={() => {
        if (file !== null) bring.mutate(file);
      }}
    >
      <FileInput
        label="File"
        description="A dashboard exported as JSON."
        placeholder="Select a file"
        accept=".json,application/json"
        data-autofocus
        value={file}
        error={problem}
        onChange={(chosen) => {
          setProblem(undefined);
          setFile(chosen);
        }}
      />
      <Text size="xs" c="dimmed">
        If a dashboard with the same key exists, the import becomes its next version. Otherwise a
        new dashboard is created.
      </Text>
      <FormEnd
        error={bring.error}
        isBusy={bring.isPending}
        isDisabled={file === null}
        onCancel={onClose}
      >
        Import
      </FormEnd>
    </FormDialog>
  );
}

function useOpen(): (dashboard: Dashboard, isEdited: boolean) => Promise<void> {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return async ({ id }, isEdited) => {
    await answers.invalidateQueries(dashboardsQuery);
    const hash = isEdited ? { hash: EDIT_HASH } : {};
    await navigate({ to: '/dashboards/$id', params: { id }, search: {}, ...hash });
  };
}
