import { Group, Switch, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pipeline, PipelineChange } from '../../../../../src/contract/pipelines.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { CodeText } from '../../../parts/code-text.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ButtonLink, TextLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { OrderButtons } from './order-buttons.tsx';
import { pipelinesQuery } from './pipelines-query.ts';
import { STEP_FORMS } from './step-forms.ts';

export function PipelinesPage() {
  const { may } = useSignedIn();
  const pipelines = useQuery(pipelinesQuery);
  const [removed, setRemoved] = useState<Pipeline>();
  const change = useChangePipeline();
  return (
    <PageFrame
      title="Pipelines"
      about="Process events at ingest: parse fields, mask secrets, drop noise. Pipelines run in this order."
      actions={
        may('pipelines:manage') && (
          <ButtonLink to="/settings/pipelines/$id" params={{ id: 'new' }}>
            Create pipeline
          </ButtonLink>
        )
      }
    >
      <ErrorNotice error={change.error} />
      <QueryView query={pipelines}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="pipeline" title="No pipelines yet">
              Events are stored unchanged.
            </EmptyState>
          ) : (
            <PipelineTable pipelines={all} onChange={change.mutate} onRemove={setRemoved} />
          )
        }
      </QueryView>
      {removed !== undefined && (
        <DeletePipeline pipeline={removed} onClose={() => setRemoved(undefined)} />
      )}
    </PageFrame>
  );
}

interface Change {
  readonly id: string;
  readonly body: PipelineChange;
}

function useChangePipeline() {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body }: Change) => call(api.changePipeline, { params: { id }, body }),
    onSettled: async () => answers.invalidateQueries({ queryKey: ['pipelines'] }),
  });
}

interface PipelineTableProps {
  readonly pipelines: readonly Pipeline[];
  readonly onChange: (change: Change) => void;
  readonly onRemove: (pipeline: Pipeline) => void;
}

function PipelineTable({ pipelines, onChange, onRemove }: PipelineTableProps) {
  return (
    <WideTable label="Pipelines" minWidth={780}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={90}>Order</Table.Th>
          <Table.Th>Name</Table.Th>
          <Table.Th>Filter</Table.Th>
          <Table.Th>Steps</Table.Th>
          <Table.Th>Updated</Table.Th>
          <Table.Th>Enabled</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {pipelines.map((pipeline, place) => (
          <PipelineRow
            key={pipeline.id}
            pipeline={pipeline}
            isFirst={place === 0}
            isLast={place === pipelines.length - 1}
            onChange={onChange}
            onRemove={onRemove}
          />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface PipelineRowProps extends Omit<PipelineTableProps, 'pipelines'> {
  readonly pipeline: Pipeline;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function PipelineRow({ pipeline, isFirst, isLast, onChange, onRemove }: PipelineRowProps) {
  const { may } = useSignedIn();
  const { id, name, match, steps, position } = pipeline;
  const mayManage = may('pipelines:manage');
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={2} wrap="nowrap">
          <Text w={18}>{position}</Text>
          {mayManage && (
            <OrderButtons
              name={name}
              isFirst={isFirst}
              isLast={isLast}
              onMove={(by) => onChange({ id, body: { position: position + by } })}
            />
          )}
        </Group>
      </Table.Td>
      <Table.Td className="xp-foreign">
        <Group gap={6}>
          <TextLink to="/settings/pipelines/$id" params={{ id }}>
            {name}
          </TextLink>
          <ManagedMark kind="pipelines" id={id} />
        </Group>
      </Table.Td>
      <Table.Td>{match === '' ? 'all events' : <CodeText>{match}</CodeText>}</Table.Td>
      <Table.Td>{steps.map(({ kind }) => STEP_FORMS[kind].label).join(', ')}</Table.Td>
      <Table.Td className="xp-foreign">
        <TimeText at={pipeline.updatedAt} /> by {pipeline.updatedBy}
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={`Enable ${name}`}
          checked={pipeline.isEnabled}
          disabled={!mayManage}
          onChange={(event) => onChange({ id, body: { isEnabled: event.currentTarget.checked } })}
        />
      </Table.Td>
      <Table.Td ta="right">
        {mayManage && (
          <RowAction label={`Delete ${name}`} isDanger onClick={() => onRemove(pipeline)}>
            Delete
          </RowAction>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface DeletePipelineProps {
  readonly pipeline: Pipeline;
  readonly onClose: () => void;
}

function DeletePipeline({ pipeline, onClose }: DeletePipelineProps) {
  return (
    <ConfirmChange
      title="Delete pipeline"
      action="Delete"
      change={async () => call(api.deletePipeline, { params: { id: pipeline.id } })}
      stale={{ queryKey: ['pipelines'] }}
      done={'Pipeline deleted'}
      onClose={onClose}
    >
      This deletes <b>{pipeline.name}</b> and its earlier versions. New events are no longer
      processed by it. Stored events don't change.
    </ConfirmChange>
  );
}
