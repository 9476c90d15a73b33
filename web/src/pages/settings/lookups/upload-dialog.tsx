import { FileInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LookupTable } from '../../../../../src/contract/lookups.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { addressOf, request } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { formatBytes, formatCount } from '../../../parts/sizes.ts';
import { lookupsQuery } from '../../../data/lookups-query.ts';
import { contentTypeOf, tableNameOf } from './table-file.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';

interface UploadDialogProps {
  /** The one to replace; a new one without. */
  readonly table?: LookupTable;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function UploadDialog({ table, onClose }: UploadDialogProps) {
  const [name, setName] = useState(table?.name ?? '');
  const [file, setFile] = useState<File | null>(null);
  const upload = useUpload(table, onClose);
  const choose = (chosen: File | null) => {
    setFile(chosen);
    if (chosen !== null && name === '') setName(tableNameOf(chosen.name));
  };
  return (
    <FormDialog
      title={table === undefined ? 'Upload lookup table' : `Replace ${table.name}`}
      onSubmit={() => {
        if (file !== null) upload.mutate({ name, file });
      }}
      onClose={onClose}
    >
      {table !== undefined && <ManagedBanner kind="lookups" id={table.name} />}
      <FileInput
        label="File"
        description={`CSV with a header row, or one JSON object per line. Up to ${formatBytes(LIMITS.lookups.contentBytesMax)}.`}
        placeholder="Select a file"
        accept=".csv,.jsonl,.ndjson,.json,text/csv"
        required
        data-autofocus
        value={file}
        onChange={choose}
      />
      {table === undefined && (
        <TextInput
          label="Name"
          description="Lowercase letters, digits, _ and -. Used in queries."
          required
          maxLength={LIMITS.lookups.nameCharactersMax}
          value={name}
          error={fieldError(upload.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <FormEnd
        error={upload.error}
        fields={['name']}
        isBusy={upload.isPending}
        isDisabled={file === null}
      >
        {table === undefined ? 'Upload' : 'Replace content'}
      </FormEnd>
    </FormDialog>
  );
}

interface Upload {
  readonly name: string;
  readonly file: File;
}

/** A new table must not overwrite an existing one, and a replacement must apply to the version that was shown. */
function useUpload(table: LookupTable | undefined, onClose: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, file }: Upload) => {
      const query = { version: table?.version ?? 0 };
      const address = addressOf(api.replaceLookup, { params: { name }, query });
      const headers = { 'content-type': contentTypeOf(file.name) };
      const response = await request(address, { method: 'PUT', body: file, headers });
      return ((await response.json()) as { data: LookupTable }).data;
    },
    onSuccess: async ({ name, rows }) => {
      await answers.invalidateQueries(lookupsQuery);
      sayDone(`${name} uploaded: ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`);
      onClose();
    },
  });
}
