/** Stages that take and give rows one by one, or choose among them. */
import type { Expression } from './expression.ts';
import type { Field, FieldPattern, TreeNode, Pattern } from './node.ts';
import type { Span, TimeSpan, TimeSpec } from './time.ts';

/** Adds the bounds of the search to every row. */
export interface AddinfoStage extends TreeNode {
  readonly kind: 'addinfo';
}

/** Runs the commands of a text once for each field that fits, with the field's name in it. */
export interface ForeachStage extends TreeNode {
  readonly kind: 'foreach';
  readonly fields: readonly FieldPattern[];
  readonly template: string;
}

/** Runs the search of a text once per row, with values of the row in it. */
export interface MapStage extends TreeNode {
  readonly kind: 'map';
  readonly template: string;
  readonly options: { readonly maxsearches: number };
}

export interface WhereStage extends TreeNode {
  readonly kind: 'where';
  readonly condition: Expression;
}

export interface RegexStage extends TreeNode {
  readonly kind: 'regex';
  readonly field: Field;
  /** `!=`: rows that do not match, and rows without the field, stay. */
  readonly negated: boolean;
  readonly regex: string;
}

export interface HeadStage extends TreeNode {
  readonly kind: 'head';
  readonly count: number | undefined;
  /** Rows are kept as long as it is true. */
  readonly condition: Expression | undefined;
  readonly options: { readonly null: boolean; readonly keeplast: boolean };
}

export interface TailStage extends TreeNode {
  readonly kind: 'tail';
  readonly count: number;
}

export interface ReverseStage extends TreeNode {
  readonly kind: 'reverse';
}

export interface SortKey extends TreeNode {
  readonly kind: 'sortKey';
  readonly field: Field;
  readonly descending: boolean;
  readonly compare: 'auto' | 'num' | 'str' | 'ip';
}

export interface SortStage extends TreeNode {
  readonly kind: 'sort';
  /** Rows to keep; 0 means all; undefined if the query does not specify it. */
  readonly count: number | undefined;
  readonly keys: readonly SortKey[];
}

export interface DedupStage extends TreeNode {
  readonly kind: 'dedup';
  readonly count: number;
  readonly fields: readonly Field[];
  readonly sortby: readonly SortKey[];
  readonly options: {
    readonly keepevents: boolean;
    readonly keepempty: boolean;
    readonly consecutive: boolean;
  };
}

export interface FieldsStage extends TreeNode {
  readonly kind: 'fields';
  readonly mode: 'keep' | 'remove';
  readonly fields: readonly FieldPattern[];
}

export interface TableStage extends TreeNode {
  readonly kind: 'table';
  readonly fields: readonly FieldPattern[];
}

export interface Renaming extends TreeNode {
  readonly kind: 'renaming';
  readonly from: Pattern;
  readonly to: Pattern;
}

export interface RenameStage extends TreeNode {
  readonly kind: 'rename';
  readonly renamings: readonly Renaming[];
}

export interface Assignment extends TreeNode {
  readonly kind: 'assignment';
  readonly field: Field;
  readonly value: Expression;
}

export interface EvalStage extends TreeNode {
  readonly kind: 'eval';
  readonly assignments: readonly Assignment[];
}

export type RexAction =
  | {
      readonly kind: 'extract';
      readonly regex: string;
      /** Names of the groups, in order; each becomes a field. */
      readonly groups: readonly string[];
    }
  | {
      readonly kind: 'substitute';
      readonly regex: string;
      readonly replacement: string;
      readonly flags: string;
    }
  | { readonly kind: 'transliterate'; readonly from: string; readonly to: string };

export interface RexStage extends TreeNode {
  readonly kind: 'rex';
  readonly action: RexAction;
  readonly options: {
    readonly field: string;
    /** 0 takes every match. */
    readonly max_match: number;
    readonly offset_field: string | undefined;
  };
}

export interface BinStage extends TreeNode {
  readonly kind: 'bin';
  readonly field: Field;
  readonly as: Field | undefined;
  readonly options: {
    readonly span: Span | undefined;
    readonly bins: number;
    readonly minspan: Span | undefined;
    readonly start: number | undefined;
    readonly end: number | undefined;
    readonly aligntime: TimeSpec | 'earliest' | 'latest' | undefined;
  };
}

export interface FillnullStage extends TreeNode {
  readonly kind: 'fillnull';
  /** Empty means every field of the result. */
  readonly fields: readonly FieldPattern[];
  readonly options: { readonly value: string };
}

export interface FilldownStage extends TreeNode {
  readonly kind: 'filldown';
  readonly fields: readonly FieldPattern[];
}

export interface ReplaceStage extends TreeNode {
  readonly kind: 'replace';
  readonly rules: readonly { readonly from: Pattern; readonly to: Pattern }[];
  /** Empty means every field. */
  readonly fields: readonly FieldPattern[];
}

export type ConvertFunction =
  | 'auto'
  | 'ctime'
  | 'dur2sec'
  | 'memk'
  | 'mktime'
  | 'mstime'
  | 'none'
  | 'num'
  | 'rmcomma'
  | 'rmunit';

export interface ConvertStage extends TreeNode {
  readonly kind: 'convert';
  readonly conversions: readonly {
    readonly function: ConvertFunction;
    readonly fields: FieldPattern;
    readonly as: Pattern | undefined;
  }[];
  readonly options: { readonly timeformat: string };
}

export interface RangemapStage extends TreeNode {
  readonly kind: 'rangemap';
  readonly field: Field;
  readonly ranges: readonly {
    readonly name: string;
    readonly low: number;
    readonly high: number;
  }[];
  readonly default: string;
}

export interface SpathStage extends TreeNode {
  readonly kind: 'spath';
  /** Undefined extracts everything. */
  readonly path: string | undefined;
  readonly options: { readonly input: string; readonly output: string | undefined };
}

/** Pairs of a key and a value in the raw text. */
export interface ExtractStage extends TreeNode {
  readonly kind: 'extract';
  readonly options: {
    /** Characters; undefined for white space and what usually separates pairs. */
    readonly pairdelim: string | undefined;
    readonly kvdelim: string;
  };
}

/** Elements of XML, by their names. */
export interface XmlkvStage extends TreeNode {
  readonly kind: 'xmlkv';
  readonly input: string;
}

export interface MakemvStage extends TreeNode {
  readonly kind: 'makemv';
  readonly field: Field;
  readonly options: {
    readonly delim: string;
    /** A regular expression whose first group is one value. */
    readonly tokenizer: string | undefined;
    readonly allowempty: boolean;
  };
}

export interface MvexpandStage extends TreeNode {
  readonly kind: 'mvexpand';
  readonly field: Field;
  readonly options: { readonly limit: number };
}

export interface MvcombineStage extends TreeNode {
  readonly kind: 'mvcombine';
  readonly field: Field;
  readonly options: { readonly delim: string };
}

export interface NomvStage extends TreeNode {
  readonly kind: 'nomv';
  readonly field: Field;
}

export interface AccumStage extends TreeNode {
  readonly kind: 'accum';
  readonly field: Field;
  readonly as: Field | undefined;
}

export interface DeltaStage extends TreeNode {
  readonly kind: 'delta';
  readonly field: Field;
  readonly as: Field | undefined;
  readonly options: { readonly p: number };
}

export interface LookupField extends TreeNode {
  readonly kind: 'lookupField';
  /** The column of the lookup table. */
  readonly column: string;
  /** The field of the events. */
  readonly field: string;
}

export interface LookupStage extends TreeNode {
  readonly kind: 'lookup';
  readonly table: string;
  readonly keys: readonly LookupField[];
  /** `fill` writes only where the event has no value. */
  readonly mode: 'overwrite' | 'fill';
  /** Empty means every column that is not a key. */
  readonly outputs: readonly LookupField[];
}

export interface OutputlookupStage extends TreeNode {
  readonly kind: 'outputlookup';
  readonly table: string;
  readonly options: {
    readonly append: boolean;
    readonly override_if_empty: boolean;
    readonly key_field: string | undefined;
  };
}

/** Adds where the IP addresses of a field are. */
export interface IplocationStage extends TreeNode {
  readonly kind: 'iplocation';
  readonly field: Field;
  readonly options: {
    readonly prefix: string;
    readonly allfields: boolean;
    readonly lang: string;
  };
}

/** Writes the rows as events and passes them on. */
export interface CollectStage extends TreeNode {
  readonly kind: 'collect';
  readonly index: string;
  readonly options: {
    readonly marker: string | undefined;
    readonly source: string | undefined;
    readonly sourcetype: string;
    readonly host: string | undefined;
    readonly testmode: boolean;
  };
}

export interface MakeresultsStage extends TreeNode {
  readonly kind: 'makeresults';
  readonly options: {
    readonly count: number;
    readonly annotate: boolean;
    readonly format: 'csv' | 'json' | undefined;
    readonly data: string | undefined;
  };
}

export interface SavedsearchStage extends TreeNode {
  readonly kind: 'savedsearch';
  readonly name: string;
}

export interface FormatStage extends TreeNode {
  readonly kind: 'format';
  readonly options: { readonly maxresults: number };
}

export interface ReturnStage extends TreeNode {
  readonly kind: 'return';
  readonly count: number;
  /** `a=b` renames the field; `$b` returns only the value. */
  readonly fields: readonly {
    readonly field: Field;
    readonly as: string | undefined;
    readonly valueOnly: boolean;
  }[];
}

export type EventStage =
  | AddinfoStage
  | ForeachStage
  | MapStage
  | AccumStage
  | BinStage
  | CollectStage
  | ConvertStage
  | DedupStage
  | DeltaStage
  | ExtractStage
  | EvalStage
  | FieldsStage
  | FilldownStage
  | FillnullStage
  | FormatStage
  | HeadStage
  | IplocationStage
  | LookupStage
  | MakemvStage
  | MakeresultsStage
  | MvcombineStage
  | MvexpandStage
  | NomvStage
  | OutputlookupStage
  | RangemapStage
  | RegexStage
  | RenameStage
  | ReplaceStage
  | ReturnStage
  | ReverseStage
  | RexStage
  | SavedsearchStage
  | SortStage
  | SpathStage
  | TableStage
  | TailStage
  | WhereStage
  | XmlkvStage;

/** How long a group of events may last or pause; undefined when it does not matter. */
export type Duration = TimeSpan | undefined;
