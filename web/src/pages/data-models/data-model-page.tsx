import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DataModel } from '../../../../src/contract/data-models.ts';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { CopyYamlButton } from '../../parts/as-code/copy-yaml.tsx';
import { ManagedBanner } from '../../parts/as-code/managed-banner.tsx';
import { fieldError } from '../../parts/field-error.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { SearchTabs } from '../../parts/search-tabs.tsx';
import { sayDone } from '../../parts/ready-notice.ts';
import { SaveProblem } from '../../parts/save-problem.tsx';
import { useUnsavedWarning } from '../../parts/use-unsaved-warning.ts';
import { useSignedIn } from '../../shell/signed-in.tsx';
import { Datasets } from './datasets.tsx';
import {
  bodyOf,
  EMPTY_MODEL,
  exampleOf,
  formOf,
  isSameModel,
  type ModelForm,
} from './model-form.ts';
import { builtInModelsQuery, modelQuery, modelsQuery } from './model-query.ts';
import { ModelVersions } from './model-versions.tsx';

const route = getRouteApi('/signed-in/search/data-models/$id');

export function DataModelPage() {
  return (
    <SearchTabs>
      <Shown />
    </SearchTabs>
  );
}

/** One data model; `new` is one that is not there yet, perhaps begun from a built-in one. */
function Shown() {
  const { id } = route.useParams();
  const { from } = route.useSearch();
  if (id !== 'new') return <Existing key={id} id={id} />;
  return from === undefined ? (
    <Editor key="new" before={EMPTY_MODEL} />
  ) : (
    <Adapted key={from} name={from} />
  );
}

function Adapted({ name }: { readonly name: string }) {
  const builtIn = useQuery(builtInModelsQuery);
  return (
    <QueryView query={builtIn} rows={8}>
      {(all) => {
        const found = all.find((model) => model.name === name);
        return <Editor before={found === undefined ? EMPTY_MODEL : formOf(found)} />;
      }}
    </QueryView>
  );
}

function Existing({ id }: { readonly id: string }) {
  const model = useQuery(modelQuery(id));
  return (
    <QueryView query={model} rows={8}>
      {(found) => <Editor key={found.version} model={found} before={formOf(found)} />}
    </QueryView>
  );
}

interface EditorProps {
  readonly model?: DataModel;
  readonly before: ModelForm;
}

function Editor({ model, before }: EditorProps) {
  const { may } = useSignedIn();
  const [form, setForm] = useState(before);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const isReadOnly = !may('data-models:write');
  const isChanged = !isSameModel(form, before);
  const save = useSave(model);
  useUnsavedWarning(isChanged && !save.isSuccess, 'Leave without saving the data model?');
  return (
    <PageFrame
      title={model === undefined ? 'New data model' : model.name}
      {...(model === undefined ? {} : { about: `Version ${model.version}` })}
      actions={
        <>
          <ButtonLink to="/search/data-models" variant="default">
            All data models
          </ButtonLink>
          {model !== undefined && (
            <>
              <ButtonLink to="/search" search={{ q: exampleOf(model) }} variant="default">
                Count events
              </ButtonLink>
              <CopyYamlButton kind="dataModels" id={model.id} />
              <Button variant="default" onClick={() => setIsHistoryOpen(true)}>
                View versions
              </Button>
            </>
          )}
          {!isReadOnly && (
            <Button
              loading={save.isPending}
              disabled={form.name.trim() === '' || (model !== undefined && !isChanged)}
              onClick={() => save.mutate(form)}
            >
              {model === undefined ? 'Create data model' : 'Save changes'}
            </Button>
          )}
        </>
      }
    >
      {model !== undefined && <ManagedBanner kind="dataModels" id={model.id} />}
      <SaveProblem
        error={save.error}
        fields={['name', 'description']}
        changed={model && modelQuery(model.id)}
      />
      <Fields
        form={form}
        isNew={model === undefined}
        isReadOnly={isReadOnly}
        error={save.error}
        onChange={setForm}
      />
      {isHistoryOpen && model !== undefined && (
        <ModelVersions
          model={model}
          isReadOnly={isReadOnly}
          onClose={() => setIsHistoryOpen(false)}
        />
      )}
    </PageFrame>
  );
}

interface FieldsProps {
  readonly form: ModelForm;
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  readonly error: Error | null;
  readonly onChange: (form: ModelForm) => void;
}

function Fields({ form, isNew, isReadOnly, error, onChange }: FieldsProps) {
  return (
    <Stack gap="sm" maw={720}>
      <TextInput
        label="Name"
        description="Letters, digits, _ and -. Overrides a built-in data model with the same name."
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- on a page that is one form, its first field is what people came for
        autoFocus={isNew}
        readOnly={isReadOnly}
        classNames={{ input: 'xp-mono' }}
        maxLength={LIMITS.dataModels.nameCharactersMax}
        value={form.name}
        error={fieldError(error, 'name')}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={1}
        readOnly={isReadOnly}
        maxLength={LIMITS.dataModels.descriptionCharactersMax}
        value={form.description}
        error={fieldError(error, 'description')}
        onChange={(event) => onChange({ ...form, description: event.currentTarget.value })}
      />
      <Datasets
        datasets={form.datasets}
        isReadOnly={isReadOnly}
        onChange={(datasets) => onChange({ ...form, datasets })}
      />
    </Stack>
  );
}

function useSave(model: DataModel | undefined) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (form: ModelForm) => {
      const body = bodyOf(form);
      if (model === undefined) return call(api.createDataModel, { body });
      const { id, version } = model;
      return call(api.changeDataModel, { params: { id }, body: { ...body, version } });
    },
    onSuccess: async ({ data }) => {
      answers.setQueryData(modelQuery(data.id).queryKey, data);
      await answers.invalidateQueries({ queryKey: modelsQuery.queryKey, exact: true });
      sayDone('Data model saved');
      await navigate({
        to: '/search/data-models/$id',
        params: { id: data.id },
        search: {},
        ignoreBlocker: true,
      });
    },
  });
}
