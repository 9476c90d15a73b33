import { TextInput } from '@mantine/core';
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
  return (
    <>
      <TextInput
        label="Folder"
        required
        placeholder="archive"
        description="One of the names in XPLAIN_EXPORT_FOLDERS; the operator knows them."
        autoComplete="off"
        maxLength={64}
        value={form.folder}
        error={problemOf('folder')}
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
