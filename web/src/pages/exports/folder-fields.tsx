import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { exportFoldersQuery } from '../../data/exports-queries.ts';
import { PrefixField } from './bucket-fields.tsx';

interface FolderForm {
  readonly folder: string;
  readonly prefix: string;
}

interface FolderFieldsProps {
  readonly form: FolderForm;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (part: Partial<FolderForm>) => void;
}

/** A folder that the operator has named. */
export function FolderFields({ form, problemOf, onChange }: FolderFieldsProps) {
  const { data: named, isError } = useQuery(exportFoldersQuery);
  // What an export has stays to be seen, also when the operator names it no longer.
  const names = new Set([...(named ?? []), ...(form.folder === '' ? [] : [form.folder])]);
  return (
    <>
      <NativeSelect
        label="Folder"
        required
        description={
          named?.length === 0
            ? 'No folders available. The operator configures them in XPLAIN_EXPORT_FOLDERS.'
            : 'The operator configures folders in XPLAIN_EXPORT_FOLDERS.'
        }
        data={[{ value: '', label: 'Select a folder', disabled: true }, ...names]}
        value={form.folder}
        error={problemOf('folder') ?? (isError && "Couldn't load the folders.")}
        onChange={(event) => onChange({ folder: event.currentTarget.value })}
      />
      <PrefixField
        value={form.prefix}
        error={problemOf('prefix')}
        autoComplete="off"
        onChange={(event) => onChange({ prefix: event.currentTarget.value })}
      />
    </>
  );
}
