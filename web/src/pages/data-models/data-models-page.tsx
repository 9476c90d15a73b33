import { Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataModel } from '../../../../src/contract/data-models.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ManagedMark } from '../../parts/as-code/managed-mark.tsx';
import { ActionsHead } from '../../parts/actions-head.tsx';
import { CodeText } from '../../parts/code-text.tsx';
import { ConfirmChange } from '../../parts/confirm-change.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { SearchTabs } from '../../parts/search-tabs.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { RowAction } from '../../parts/row-action.tsx';
import { useSignedIn } from '../../shell/signed-in.tsx';
import { exampleOf } from './model-form.ts';
import { builtInModelsQuery, modelsQuery } from './model-query.ts';

export function DataModelsPage() {
  return (
    <SearchTabs>
      <DataModels />
    </SearchTabs>
  );
}

function DataModels() {
  const { may } = useSignedIn();
  const models = useQuery(modelsQuery);
  const [removed, setRemoved] = useState<DataModel>();
  return (
    <PageFrame
      title="Data models"
      about="Data models map your events to the dataset and field names that detections use."
      actions={
        may('data-models:write') && (
          <ButtonLink to="/search/data-models/$id" params={{ id: 'new' }} search={{}}>
            Create data model
          </ButtonLink>
        )
      }
    >
      <QueryView query={models}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="database" title="No data models yet">
              Searches use the built-in ones below. Adapt one to your fields, or create your own.
            </EmptyState>
          ) : (
            <ModelTable models={all} onRemove={setRemoved} />
          )
        }
      </QueryView>
      <BuiltIn />
      {removed !== undefined && (
        <ConfirmChange
          title="Delete data model"
          action="Delete"
          change={async () => call(api.deleteDataModel, { params: { id: removed.id } })}
          stale={modelsQuery}
          done="Data model deleted"
          onClose={() => setRemoved(undefined)}
        >
          This deletes <b className="xp-foreign">{removed.name}</b> and its earlier versions.
          Queries use the built-in data model with this name, or fail if there is none.
        </ConfirmChange>
      )}
    </PageFrame>
  );
}

interface ModelTableProps {
  readonly models: readonly DataModel[];
  readonly onRemove: (model: DataModel) => void;
}

function ModelTable({ models, onRemove }: ModelTableProps) {
  const { may } = useSignedIn();
  return (
    <WideTable label="Data models" minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Data model</Table.Th>
          <Table.Th>Datasets</Table.Th>
          <Table.Th>Updated</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {models.map((model) => (
          <Table.Tr key={model.id}>
            <Table.Td className="xp-foreign" maw={280}>
              <TextLink
                to="/search/data-models/$id"
                params={{ id: model.id }}
                search={{}}
                className="xp-mono"
              >
                {model.name}
              </TextLink>{' '}
              <ManagedMark kind="dataModels" id={model.id} />
              <Text size="xs" c="dimmed" className="xp-foreign">
                {model.description}
              </Text>
            </Table.Td>
            <Table.Td className="xp-foreign">
              {model.datasets.map(({ name }) => name).join(', ')}
            </Table.Td>
            <Table.Td className="xp-foreign">
              <TimeText at={model.updatedAt} />
              <Text size="xs" c="dimmed" className="xp-foreign">
                {model.updatedBy}
              </Text>
            </Table.Td>
            <Table.Td ta="right">
              {may('data-models:delete') && (
                <RowAction label={`Delete ${model.name}`} isDanger onClick={() => onRemove(model)}>
                  Delete
                </RowAction>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function BuiltIn() {
  const { may } = useSignedIn();
  const builtIn = useQuery(builtInModelsQuery);
  return (
    <Stack gap="xs" component="section" aria-label="Built-in data models">
      <Title order={2}>Built-in data models</Title>
      <Text c="dimmed" component="div">
        Searches written for Splunk's Common Information Model use these, for example{' '}
        <CodeText>{exampleOf({ name: 'Web', description: '', datasets: [] })}</CodeText>. A data
        model with the same name overrides the built-in one.
      </Text>
      <QueryView query={builtIn} rows={6}>
        {(all) => (
          <WideTable label="Built-in data models" minWidth={640}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Data model</Table.Th>
                <Table.Th>Datasets</Table.Th>
                <ActionsHead />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.map(({ name, description, datasets }) => (
                <Table.Tr key={name}>
                  <Table.Td maw={280}>
                    <span className="xp-mono">{name}</span>
                    <Text size="xs" c="dimmed">
                      {description}
                    </Text>
                  </Table.Td>
                  <Table.Td>{datasets.map((dataset) => dataset.name).join(', ')}</Table.Td>
                  <Table.Td ta="right">
                    {may('data-models:write') && (
                      <ButtonLink
                        to="/search/data-models/$id"
                        params={{ id: 'new' }}
                        search={{ from: name }}
                        variant="subtle"
                        size="compact-xs"
                        aria-label={`Adapt ${name}`}
                      >
                        Adapt
                      </ButtonLink>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )}
      </QueryView>
    </Stack>
  );
}
