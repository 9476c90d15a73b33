import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DataModel, DataModelVersion } from '../../../../src/contract/data-models.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { CodeBlock } from '../../parts/code-text.tsx';
import { sayDone } from '../../parts/ready-notice.ts';
import { VersionsDrawer } from '../../parts/versions-drawer.tsx';
import { bodyOf, fieldsText, formOf } from './model-form.ts';
import { modelQuery, modelsQuery } from './model-query.ts';

interface ModelVersionsProps {
  readonly model: DataModel;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

/** What the data model was; restoring a version makes it the newest. */
export function ModelVersions({ model, isReadOnly, onClose }: ModelVersionsProps) {
  const { id } = model;
  const { mutate: onUse, isPending: isBusy, error } = useRestore(model, onClose);
  return (
    <VersionsDrawer
      queryKey={modelQuery(id).queryKey}
      read={async (signal) =>
        (await call(api.listDataModelVersions, { params: { id } }, signal)).data
      }
      savedOf={({ savedAt, savedBy }) => [savedAt, savedBy]}
      shown={(version) => (
        <CodeBlock text={textOf(version)} what={`datasets of version ${version.version}`} />
      )}
      current={model.version}
      use={isReadOnly ? undefined : { label: 'Restore', onUse, isBusy, error }}
      onClose={onClose}
    />
  );
}

/** Each dataset with its search and its fields, as people write them. */
function textOf({ datasets }: DataModelVersion): string {
  return datasets
    .map(({ name, parent, search, fields }) => {
      const head = parent === null ? name : `${name} (part of ${parent})`;
      return [`${head}: ${search || 'all events'}`, fieldsText(fields)].filter(Boolean).join('\n');
    })
    .join('\n\n');
}

function useRestore({ id, version }: DataModel, onDone: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (earlier: DataModelVersion) =>
      call(api.changeDataModel, { params: { id }, body: { ...bodyOf(formOf(earlier)), version } }),
    onSuccess: async ({ data }, earlier) => {
      answers.setQueryData(modelQuery(id).queryKey, data);
      await answers.invalidateQueries({ queryKey: modelsQuery.queryKey, exact: true });
      sayDone(`Version ${earlier.version} restored`);
      onDone();
    },
  });
}
