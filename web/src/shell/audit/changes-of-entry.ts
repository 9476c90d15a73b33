/** Extracts the changes of an audit entry as pairs of texts, before and after. */
export interface ShownChange {
  readonly field: string;
  /** Undefined: the field was not there before, or is not any more. */
  readonly before?: string;
  readonly after?: string;
}

/** Empty for entries that list no fields, such as those of earlier releases. */
export function changesOfEntry({ changes }: Readonly<Record<string, unknown>>): ShownChange[] {
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change: unknown) => {
    if (typeof change !== 'object' || change === null) return [];
    const { field, before, after, secret }: Listed = change;
    if (typeof field !== 'string') return [];
    if (secret !== undefined) return [{ field, before: 'secret', after: 'changed' }];
    return [
      {
        field,
        ...(before === undefined ? {} : { before: textOf(before) }),
        ...(after === undefined ? {} : { after: textOf(after) }),
      },
    ];
  });
}

interface Listed {
  readonly field?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly secret?: unknown;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 1);
}
