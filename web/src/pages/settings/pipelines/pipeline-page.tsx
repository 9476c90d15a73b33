import { Button, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Pipeline } from '../../../../../src/contract/pipelines.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CopyYamlButton } from '../../../parts/as-code/copy-yaml.tsx';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { ButtonLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { SaveProblem } from '../../../parts/save-problem.tsx';
import { useUnsavedWarning } from '../../../parts/use-unsaved-warning.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { draftOf, EMPTY_DRAFT, isSameDraft, type PipelineDraft } from './pipeline-draft.ts';
import { pipelineQuery } from './pipelines-query.ts';
import { asSteps } from './step-draft.ts';
import { StepList } from './step-list.tsx';
import { TryOut } from './try-out.tsx';
import { Versions } from './versions.tsx';

const route = getRouteApi('/signed-in/settings/pipelines/$id');

/** One pipeline; `new` is one that is not there yet. */
export function PipelinePage() {
  const { id } = route.useParams();
  return id === 'new' ? <Editor key="new" before={EMPTY_DRAFT} /> : <Existing key={id} id={id} />;
}

function Existing({ id }: { readonly id: string }) {
  const pipeline = useQuery(pipelineQuery(id));
  return (
    <QueryView query={pipeline} rows={8}>
      {(facts) => <Editor key={facts.version} pipeline={facts} before={draftOf(facts)} />}
    </QueryView>
  );
}

interface EditorProps {
  readonly pipeline?: Pipeline;
  readonly before: PipelineDraft;
}

function Editor({ pipeline, before }: EditorProps) {
  const { may } = useSignedIn();
  const [draft, setDraft] = useState(before);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const isReadOnly = !may('pipelines:manage');
  const isChanged = !isSameDraft(draft, before);
  const save = useSave(pipeline);
  useUnsavedWarning(isChanged && !save.isSuccess, 'Leave without saving the pipeline?');
  return (
    <PageFrame
      title={pipeline === undefined ? 'New pipeline' : pipeline.name}
      {...(pipeline === undefined ? {} : { about: `Version ${pipeline.version}` })}
      actions={
        <>
          <ButtonLink to="/settings/pipelines" variant="default">
            All pipelines
          </ButtonLink>
          {pipeline !== undefined && <CopyYamlButton kind="pipelines" id={pipeline.id} />}
          {pipeline !== undefined && (
            <Button variant="default" onClick={() => setIsHistoryOpen(true)}>
              View versions
            </Button>
          )}
          {!isReadOnly && (
            <Button
              loading={save.isPending}
              disabled={!isChanged || draft.steps.length === 0}
              onClick={() => save.mutate(draft)}
            >
              {pipeline === undefined ? 'Create pipeline' : 'Save changes'}
            </Button>
          )}
        </>
      }
    >
      {pipeline !== undefined && <ManagedBanner kind="pipelines" id={pipeline.id} />}
      <SaveError error={save.error} id={pipeline?.id} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Stack gap="md">
          <Facts
            draft={draft}
            error={save.error}
            isReadOnly={isReadOnly}
            isNew={pipeline === undefined}
            onChange={setDraft}
          />
          <StepList
            steps={draft.steps}
            error={save.error}
            isReadOnly={isReadOnly}
            onChange={(steps) => setDraft({ ...draft, steps })}
          />
        </Stack>
        {!isReadOnly && <TryOut draft={draft} />}
      </SimpleGrid>
      {isHistoryOpen && pipeline !== undefined && (
        <Versions
          id={pipeline.id}
          isReadOnly={isReadOnly}
          onTake={(version) => {
            setDraft(draftOf(version));
            setIsHistoryOpen(false);
          }}
          onClose={() => setIsHistoryOpen(false)}
        />
      )}
    </PageFrame>
  );
}

function useSave(pipeline: Pipeline | undefined) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (draft: PipelineDraft) => {
      const body = { ...draft, name: draft.name.trim(), steps: asSteps(draft.steps) };
      if (pipeline === undefined) return call(api.createPipeline, { body });
      const { id, version } = pipeline;
      return call(api.changePipeline, { params: { id }, body: { ...body, version } });
    },
    onSuccess: async ({ data }) => {
      answers.setQueryData(['pipelines', data.id], data);
      await answers.invalidateQueries({ queryKey: ['pipelines'], exact: true });
      sayDone('Pipeline saved');
      await navigate({
        to: '/settings/pipelines/$id',
        params: { id: data.id },
        ignoreBlocker: true,
      });
    },
  });
}

function SaveError({ error, id }: { readonly error: unknown; readonly id: string | undefined }) {
  return (
    <SaveProblem
      error={error}
      fields={['name', 'description', 'match']}
      changed={id === undefined ? undefined : pipelineQuery(id)}
      hint="Copy them from the JSON view first."
    />
  );
}

interface FactsProps {
  readonly draft: PipelineDraft;
  readonly error: unknown;
  readonly isReadOnly: boolean;
  /** A new pipeline: the name field gets the initial focus. */
  readonly isNew: boolean;
  readonly onChange: (draft: PipelineDraft) => void;
}

function Facts({ draft, error, isReadOnly, isNew, onChange }: FactsProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label="Name"
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- on a page that is one form, its first field is what people came for
        autoFocus={isNew}
        readOnly={isReadOnly}
        maxLength={LIMITS.pipelines.nameCharactersMax}
        value={draft.name}
        error={fieldError(error, 'name')}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={1}
        readOnly={isReadOnly}
        maxLength={LIMITS.pipelines.descriptionCharactersMax}
        value={draft.description}
        error={fieldError(error, 'description')}
        onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
      />
      <TextInput
        label="Filter"
        description="A search expression. Default: all events."
        placeholder="source=nginx NOT level=debug"
        readOnly={isReadOnly}
        classNames={{ input: 'xp-mono' }}
        maxLength={LIMITS.pipelines.matchCharactersMax}
        value={draft.match}
        error={fieldError(error, 'match')}
        onChange={(event) => onChange({ ...draft, match: event.currentTarget.value })}
      />
      <Switch
        label="Enabled"
        description="When off, events skip this pipeline."
        checked={draft.isEnabled}
        disabled={isReadOnly}
        onChange={(event) => onChange({ ...draft, isEnabled: event.currentTarget.checked })}
      />
    </Stack>
  );
}
