/** Form to create or change an export (what, when, where, how), with a preview of the files and run times. */
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { EXPORTS, exportQuery } from '../../../data/exports-queries.ts';
import { usageQuery } from '../../../data/usage-query.ts';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { FormBeside } from '../../../parts/form-beside.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { SaveProblem } from '../../../parts/save-problem.tsx';
import { useUnsavedWarning } from '../../../parts/use-unsaved-warning.ts';
import { changeOf, draftOf, type ExportForm, isChanged } from '../logic/export-form.ts';
import classes from './editor.module.css';
import { FormatFields } from './format-fields.tsx';
import { Preview } from './preview.tsx';
import { type PlaceTest, usePlaceTest } from './use-place-test.ts';
import { usePreview } from './use-preview.ts';
import { WhatFields } from './what-fields.tsx';
import { WhenFields } from './when-fields.tsx';
import { WhereFields } from './where-fields.tsx';

interface ExportEditorProps {
  /** The one to change; a new one without. */
  readonly shown?: ScheduledExport;
  readonly before: ExportForm;
}

/** The fields that show their own problems. */
const FIELDS = [
  'name',
  'description',
  'query',
  'startAt',
  'earliest',
  'latest',
  'schedule',
  'format',
  'compression',
  'destination',
] as const;

export function ExportEditor({ shown, before }: ExportEditorProps) {
  const [form, setForm] = useState(before);
  const preview = usePreview(form);
  const place = usePlaceTest(form.destination, shown);
  const save = useSave(shown);
  const isDifferent = shown === undefined ? form !== before : isChanged(form, shown);
  useUnsavedWarning(isDifferent && !save.isSuccess, 'Leave without saving the export?');
  const problemOf = (path: string): string | undefined =>
    fieldError(save.error, path) ?? place.problemOf(path) ?? fieldError(preview.error, path);
  const fields = { form, problemOf, onChange: setForm };
  const submit = async (): Promise<void> => {
    if (await place.ensure()) save.mutate(form);
  };
  return (
    <PageFrame title={shown === undefined ? 'New export' : `Edit ${shown.name}`} isWide>
      {shown !== undefined && <ManagedBanner kind="exports" id={shown.id} />}
      <FormBeside beside={<Preview preview={preview} mode={form.mode} shownByFields={FIELDS} />}>
        <form
          className={classes['fields']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <WhatFields {...fields} isNew={shown === undefined} onRun={preview.runNow} />
          <WhenFields {...fields} />
          <WhereFields {...fields} place={place} kept={shown?.destination} />
          <FormatFields {...fields} />
          <SaveProblem
            error={save.error}
            fields={FIELDS}
            changed={shown && exportQuery(shown.id)}
          />
          <SaveButton
            isNew={shown === undefined}
            isReady={form.name.trim() !== '' && (shown === undefined || isDifferent)}
            isBusy={save.isPending}
            place={place}
          />
        </form>
      </FormBeside>
    </PageFrame>
  );
}

interface SaveButtonProps {
  readonly isNew: boolean;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly place: PlaceTest;
}

/** Tests an untested destination first: an export is saved only if its destination is writable. */
function SaveButton({ isNew, isReady, isBusy, place }: SaveButtonProps) {
  const action = isNew ? 'create export' : 'save';
  const plain = isNew ? 'Create export' : 'Save changes';
  return (
    <Group>
      <Button type="submit" loading={isBusy || place.isTesting} disabled={!isReady}>
        {place.isTested ? plain : `Test and ${action}`}
      </Button>
      {!isReady && isNew && <Text c="dimmed">Enter a name.</Text>}
    </Group>
  );
}

function useSave(shown: ScheduledExport | undefined) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (form: ExportForm) => {
      if (shown === undefined) return call(api.createExport, { body: draftOf(form) });
      const { id } = shown;
      return call(api.changeExport, { params: { id }, body: changeOf(form, shown) });
    },
    onSuccess: async ({ data }) => {
      answers.setQueryData(exportQuery(data.id).queryKey, data);
      await answers.invalidateQueries(EXPORTS);
      void answers.invalidateQueries(usageQuery);
      sayDone('Export saved');
      const params = { id: data.id };
      await navigate({ to: '/exports/$id', params, ignoreBlocker: true });
    },
  });
}
