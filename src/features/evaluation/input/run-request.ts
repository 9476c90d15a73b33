import type { ExpectedItem } from '../../../contract/evaluation.ts';
import type { Row } from '../../../patterns/index.ts';
import type { COMPRESSION_OPTIONS, EvaluationMode, ModelName } from '../../../spec/evaluation.ts';

/** The question, with every default filled in; the rows are separate. */
export interface RunRequest {
  /** Empty in a preview without any. */
  readonly criteria: string;
  /** As sent. */
  readonly items: readonly ExpectedItem[];
  readonly mode: EvaluationMode;
  readonly model: ModelName;
  /** `auto` compresses unless the rows take fewer tokens as they are. */
  readonly logCompression: boolean | 'auto';
  readonly options: { readonly [Name in keyof typeof COMPRESSION_OPTIONS]?: number };
  readonly isPreview: boolean;
  /** What it may cost at most; absent without a cap. */
  readonly creditsMax?: number;
  /** Evidence quotes rows of the caller, too. */
  readonly quotesRows?: true;
  /** The rows are judged in parts where they do not fit into one. */
  readonly isSplit?: true;
  /** How often a model answers; once without. */
  readonly samples?: number;
}

/** Source of the rows. */
export type RowSource =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | {
      readonly kind: 'search';
      readonly query: string;
      readonly earliest?: string;
      readonly latest?: string;
    };

/** Facts that a search reports about its rows. */
export interface FoundEvents {
  /** Ids of the events, by row; none for rows that are no events. */
  readonly eventIds: readonly (string | undefined)[];
  /** It found more than it gave. */
  readonly isTruncated: boolean;
}

export interface ReadRequest {
  readonly request: RunRequest;
  readonly source: RowSource;
}

/** A criterion without items is a single item. */
const CRITERIA_ITEM = 'criteria';

/** The items a verdict is given for, each with one finding; none when the evaluator finds them itself. */
export function judgedItems({ mode, items, criteria }: RunRequest): readonly ExpectedItem[] {
  if (mode === 'generic_verdict') return [];
  return items.length > 0 ? items : [{ id: CRITERIA_ITEM, description: criteria }];
}
