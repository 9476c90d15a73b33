/** What people write of a data model, and what of it is sent. */
import type {
  DataModel,
  DataModelDraft,
  DataModelVersion,
  Dataset,
} from '../../../../src/contract/data-models.ts';

export interface DatasetForm {
  readonly name: string;
  /** Empty: none. */
  readonly parent: string;
  readonly search: string;
  /** One a line, as `name = expression`. */
  readonly fields: string;
}

export interface ModelForm {
  readonly name: string;
  readonly description: string;
  readonly datasets: readonly DatasetForm[];
}

export const EMPTY_DATASET: DatasetForm = { name: '', parent: '', search: '', fields: '' };
export const EMPTY_MODEL: ModelForm = { name: '', description: '', datasets: [EMPTY_DATASET] };

type Content = Pick<DataModel | DataModelVersion, 'name' | 'description' | 'datasets'>;

export function formOf({ name, description, datasets }: Content): ModelForm {
  return {
    name,
    description,
    datasets: datasets.map((dataset) => ({
      name: dataset.name,
      parent: dataset.parent ?? '',
      search: dataset.search,
      fields: fieldsText(dataset.fields),
    })),
  };
}

export function bodyOf({ name, description, datasets }: ModelForm): Required<DataModelDraft> {
  return {
    name: name.trim(),
    description,
    datasets: datasets.map((dataset) => ({
      name: dataset.name.trim(),
      parent: dataset.parent === '' ? null : dataset.parent,
      search: dataset.search.trim(),
      fields: readFields(dataset.fields),
    })),
  };
}

export function isSameModel(left: ModelForm, right: ModelForm): boolean {
  return JSON.stringify(bodyOf(left)) === JSON.stringify(bodyOf(right));
}

export function fieldsText(fields: Dataset['fields']): string {
  return fields
    .map(({ name, expression }) => (expression === null ? name : `${name} = ${expression}`))
    .join('\n');
}

/** The first equals sign ends the name; empty lines are none. */
export function readFields(text: string): Dataset['fields'] {
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    const name = (at === -1 ? line : line.slice(0, at)).trim();
    const expression = at === -1 ? '' : line.slice(at + 1).trim();
    if (name === '' && expression === '') return [];
    return [{ name, expression: expression === '' ? null : expression }];
  });
}

/** How a search counts over its first dataset. */
export function exampleOf({ name, datasets }: Content): string {
  return `| tstats count FROM datamodel=${name}.${datasets[0]?.name ?? name}`;
}
