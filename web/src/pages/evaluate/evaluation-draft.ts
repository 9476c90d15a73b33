/** Draft of an evaluation: the rows, the criteria, the items. Kept while the window is open. */
import type { EvaluationRequest } from '../../../../src/contract/evaluation.ts';

export interface DraftItem {
  readonly id: string;
  readonly description: string;
}

export interface EvaluationDraft {
  readonly criteria: string;
  readonly items: readonly DraftItem[];
  readonly mode: 'test_classification' | 'generic_verdict';
  readonly model: string;
  readonly logCompression: NonNullable<EvaluationRequest['logCompression']>;
  readonly strategy: NonNullable<EvaluationRequest['strategy']>;
  readonly samples: NonNullable<EvaluationRequest['samples']>;
  /** Of a check. */
  readonly compressionOptions?: NonNullable<EvaluationRequest['compressionOptions']>;
}

export interface RowSource {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
}

export const EMPTY_DRAFT: EvaluationDraft = {
  criteria: '',
  items: [],
  mode: 'test_classification',
  model: '',
  logCompression: true,
  strategy: 'clip',
  samples: 1,
};

/** Builds the request body. Omits items without a description. */
export function requestOf(
  draft: EvaluationDraft,
  rows: readonly string[],
  isPreview: boolean,
): EvaluationRequest {
  return { rows: [...rows], ...askOf(draft, isPreview) };
}

function askOf(draft: EvaluationDraft, isPreview: boolean): EvaluationRequest {
  const items = askedItems(draft);
  const { strategy, samples } = mergeOptionsOf(draft);
  return {
    ...(draft.criteria.trim() === '' ? {} : { criteria: draft.criteria }),
    ...(items.length === 0 ? {} : { expectedItems: items }),
    ...(draft.mode === 'test_classification' ? {} : { mode: draft.mode }),
    ...(draft.model === '' ? {} : { model: draft.model }),
    ...(draft.logCompression === true ? {} : { logCompression: draft.logCompression }),
    ...(draft.compressionOptions === undefined
      ? {}
      : { compressionOptions: draft.compressionOptions }),
    ...(strategy === 'clip' ? {} : { strategy }),
    ...(samples === 1 ? {} : { samples }),
    ...(isPreview ? { preview: true } : {}),
  };
}

/** Findings without items can't be merged. */
export function mergeOptionsOf({
  mode,
  strategy,
  samples,
}: EvaluationDraft): Pick<EvaluationDraft, 'strategy' | 'samples'> {
  return mode === 'generic_verdict' ? { strategy: 'clip', samples: 1 } : { strategy, samples };
}

/** Returns items with an id each: the given one, or one from the description. */
export function askedItems(draft: EvaluationDraft): DraftItem[] {
  if (draft.mode === 'generic_verdict') return [];
  const taken = new Set<string>();
  return draft.items
    .filter((item) => item.description.trim() !== '')
    .map((item) => {
      const id = freeId(item.id.trim() || idFrom(item.description), taken);
      taken.add(id);
      return { id, description: item.description.trim() };
    });
}

const ID_CHARACTERS_MAX = 40;

function idFrom(description: string): string {
  const words = description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, ID_CHARACTERS_MAX).replace(/-+$/, '') || 'item';
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  for (let place = 2; ; place += 1) {
    if (!taken.has(`${id}-${place}`)) return `${id}-${place}`;
  }
}

/** Why the draft cannot be run yet; undefined if it can. */
export function whyNotRunnable(draft: EvaluationDraft, rowCount: number): string | undefined {
  if (rowCount === 0) return 'No events to evaluate yet.';
  if (draft.criteria.trim() === '') return 'Enter an instruction.';
  return undefined;
}

/** The same question for a terminal. The token stays out of it. */
export function curlOf(draft: EvaluationDraft, source: RowSource, origin: string): string {
  const { query, earliest, latest } = source;
  const body = JSON.stringify(
    { source: { query, earliest, latest }, ...askOf(draft, false) },
    null,
    2,
  );
  return [
    `curl ${quoted(`${origin}/api/v1/evaluations/run-adhoc`)} \\`,
    `  -H "Authorization: Bearer $XPLAIN_TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(body)}`,
  ].join('\n');
}

/** Quotes any text as one shell argument. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Reads the draft stored for this window; returns an empty draft if it is unreadable. */
export function readDraft(text: string | null): EvaluationDraft {
  if (text === null) return EMPTY_DRAFT;
  try {
    return { ...EMPTY_DRAFT, ...(JSON.parse(text) as Partial<EvaluationDraft>) };
  } catch {
    return EMPTY_DRAFT;
  }
}
