import type { DataModel, DataModelDraft, DataModelVersion } from '../../../contract/data-models.ts';
import type { DataModelRow } from '../../../engines/metadata/tables/search.ts';
import type { KnowledgeKind } from '../knowledge/manage-knowledge.ts';
import { dataModelProblem } from './check-data-model.ts';
import { dataModelRows, showDataModel } from './data-models-table.ts';

/** How data models are stored. */
export const DATA_MODELS: KnowledgeKind<{
  readonly row: DataModelRow;
  readonly content: Omit<DataModelVersion, 'version' | 'savedBy' | 'savedAt'>;
  readonly draft: DataModelDraft;
  readonly shown: DataModel;
}> = {
  noun: 'data model',
  id: 'dataModel',
  actions: {
    create: 'data_model.created',
    change: 'data_model.updated',
    delete: 'data_model.deleted',
  },
  rows: dataModelRows,
  show: showDataModel,
  taken: {
    data_models_organization_id_name_key: 'A data model with this name already exists.',
  },
  fields: ['name', 'description', 'datasets'],
  defaults: { description: '' },
  columnsOf: ({ name, description, datasets }) => ({
    name,
    description,
    datasets: JSON.stringify(datasets),
  }),
  problemOf: dataModelProblem,
  perOrganizationMax: (limits) => limits.dataModels.perOrganizationMax,
  versionsMax: (limits) => limits.dataModels.versionsMax,
};
