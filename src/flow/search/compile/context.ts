import { AppError } from '../../../base/errors.ts';
import type { AddressPlace } from '../../../engines/geoip/geoip.ts';
import type { MinedRows, MiningOptions } from '../../../engines/mining/mining.ts';
import type { Sql } from '../../../engines/store/sql.ts';
import type { QueryAnswer } from '../../../engines/store/store.ts';
import type {
  CollectStage,
  Dataset,
  EvalStage,
  InputlookupStage,
  IplocationStage,
  LookupStage,
  MapStage,
  ModelReference,
  TreeNode,
  OutputlookupStage,
  Query,
  SavedsearchStage,
  Stage,
  Zone,
} from '../../../language/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { OpenLookup } from '../lookups/open-lookup.ts';
import type { GivenRows } from './given-rows.ts';
import type { ReadScope } from './read-logs.ts';
import type { Aliases, Relation } from './relation.ts';
import type { AnswerPlan } from './write-answer.ts';

/** What the compilation of one query shares. */
export interface CompileContext extends Aliases {
  readonly scope: ReadScope;
  /** Every index of the organization, those that are not searched by default included. */
  readonly indexes: readonly string[];
  /** Values that can be lists are taken apart; else the store stops where one is a list. */
  readonly readsLists: boolean;
  readonly now: number;
  readonly zone: Zone;
  readonly limits: Limits['query'];
  readonly views: Limits['views'];
  readonly lookups: Limits['lookups'];
  /** Queries the store for data that the statement depends on, such as the names of series. */
  readonly ask: (statement: Sql) => Promise<QueryAnswer>;
  /** The same for a long answer: other requests can run in between. */
  readonly readInPieces: (statement: Sql) => Promise<QueryAnswer>;
  readonly minePatterns: (lines: readonly string[], options: MiningOptions) => Promise<MinedRows>;
  /** Where addresses are; refused where there is no database. */
  readonly locate: (
    stage: IplocationStage,
    addresses: readonly string[],
  ) => Promise<readonly (AddressPlace | undefined)[]>;
  /** Called if something was left out, so that the answer reports it. */
  readonly noteLimit: (limit: AppliedLimit) => void;
  /** Called if rows are left out because they lack a BY field. The number is only queried if a caller needs it. */
  readonly noteDrop: (drop: KeyDrop) => void;
  /** Called before a stage is compiled; the returned function receives its rows. */
  readonly noteStage: (stage: Stage) => (rows: Relation) => void;
  /** A subsearch had more rows than are used. */
  readonly noteCut: (node: TreeNode, max: number) => void;
  /** Compiles a subsearch over its own range and indexes. */
  readonly compileSubsearch: (query: Query) => Promise<Relation>;
  /** Compiles commands that work on the given rows. */
  readonly compileOn: (
    context: CompileContext,
    rows: Relation,
    stages: readonly Stage[],
  ) => Promise<Relation>;
  /** Opens a lookup table of the organization; refused when there is none of this name. */
  readonly openLookup: (stage: LookupUse) => Promise<OpenLookup>;
  /** Rows that the platform passes to one of its own trees. */
  readonly given?: GivenRows | undefined;
  /** The rows are to be written into a lookup table, once the whole query turns out to be good. */
  readonly noteWrite: (write: LookupWrite) => void;
  /** The rows are to be written as events, once the whole query turns out to be good. */
  readonly noteCollect: (stage: CollectStage, plan: () => AnswerPlan) => void;
  /** Finds a saved search of the organization and compiles it; its own times win over those around it. */
  readonly compileSaved: (stage: SavedsearchStage) => Promise<Relation>;
  /** Compiles the search that `map` runs for a row, with its macros. */
  readonly compileText: (stage: MapStage, text: string) => Promise<Relation>;
  /** Finds a data model of the organization and compiles the search of one of its datasets. */
  readonly compileModel: (from: ModelReference, names: readonly string[]) => Promise<ModelRows>;
}

/** The events of a dataset, which do not have its fields yet. */
export interface ModelRows {
  readonly rows: Relation;
  /** The dataset and those above it, the outermost first. */
  readonly lineage: readonly Dataset[];
  /** The tree of a field's expression, as of a stage that computes it under this name. */
  readonly readField: (name: string, expression: string) => EvalStage;
}

/** What a BY clause leaves out. */
export interface KeyDrop {
  readonly stage: Stage;
  /** Undefined where every row has the fields. */
  readonly count: () => DropCount | undefined;
}

export interface DropCount {
  readonly fields: readonly string[];
  /** One row: for each of the fields, as `d0`, `d1`, …, how many rows lack it. */
  readonly statement: Sql;
}

/** A command that names a lookup table. */
export type LookupUse = LookupStage | InputlookupStage | OutputlookupStage;

export interface LookupWrite {
  readonly stage: OutputlookupStage;
  /** The rows, every value as text. */
  readonly plan: AnswerPlan;
}

export interface AppliedLimit {
  readonly limit: string;
  readonly max: number;
  readonly message: string;
}

/** Rejects a query that can be parsed but not run, with the position in the text. */
export function refuse(node: Pick<TreeNode, 'start'>, message: string): AppError {
  return new AppError('QUERY_SYNTAX_ERROR', message, {
    details: [{ path: 'query', message, position: node.start }],
  });
}
