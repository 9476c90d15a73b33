/**
 * Data models: searches under names that detections use, with the fields they name. A dataset finds events by its search
 * and those above it; a field is an expression about the event, or the field of the event with the same name.
 */

export interface DataModelField {
  readonly name: string;
  /** Null: the field of the event with this name. */
  readonly expression: string | null;
}

export interface Dataset {
  readonly name: string;
  /** The parent dataset; null for a root dataset. */
  readonly parent: string | null;
  /** Search for the events that belong to it, applied only to events of the parent. */
  readonly search: string;
  readonly fields: readonly DataModelField[];
}

export interface DataModelDefinition {
  readonly name: string;
  readonly description: string;
  readonly datasets: readonly Dataset[];
}

/** A dataset with those above it, the outermost first. A circle ends where it begins. */
export function lineageOf({ datasets }: DataModelDefinition, name: string): Dataset[] {
  const found: Dataset[] = [];
  let next: string | null = name;
  while (next !== null) {
    const wanted: string = next;
    const dataset = datasets.find((each) => each.name.toLowerCase() === wanted.toLowerCase());
    if (dataset === undefined || found.includes(dataset)) break;
    found.unshift(dataset);
    next = dataset.parent;
  }
  return found;
}

/** The name of a field without the datasets in front of it: `Processes.user` is `user`. */
export function baseField(lineage: readonly Dataset[], name: string): string | undefined {
  let rest = name;
  for (;;) {
    const prefix = prefixOf(lineage, rest);
    if (prefix === undefined) return rest === name ? undefined : rest;
    rest = rest.slice(prefix.name.length + 1);
  }
}

function prefixOf(lineage: readonly Dataset[], name: string): Dataset | undefined {
  return lineage.find((each) => name.toLowerCase().startsWith(`${each.name.toLowerCase()}.`));
}

/** Returns the definition of a field, innermost dataset first. */
export function fieldOf(lineage: readonly Dataset[], base: string): DataModelField | undefined {
  return lineage
    .toReversed()
    .flatMap(({ fields }) => fields)
    .find(({ name }) => name.toLowerCase() === base.toLowerCase());
}
