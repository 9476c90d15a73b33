/** Input, dependencies and result of a refresh. */
import type { Actor } from '../../../base/actor.ts';
import type { Log } from '../../../base/log.ts';
import type {
  AnnotationAnswer,
  ChosenVariables,
  PanelAnswer,
  RefreshEnd,
  RefreshStart,
  VariableAnswer,
} from '../../../contract/dashboard-data.ts';
import type { CompleteDefinition } from '../../../contract/definition-form.ts';
import type { SearchNeeds } from '../../../flow/search/index.ts';
import type { KeptAnswer } from './answer-cache.ts';
import type { RangeWish } from './refresh-scope.ts';
import type { KnownStatement, Statements } from './statements.ts';

export interface RefreshNeeds {
  readonly search: SearchNeeds;
  readonly statements: Statements;
  /** Lets one refresh of an organization at a time decide what it has to run. */
  readonly decide: <T>(organization: Actor['organization'], work: () => Promise<T>) => Promise<T>;
  readonly log: Log;
  /** Longest time of one refresh. */
  readonly refreshMsMax: number;
}

export interface RefreshAsk extends RangeWish {
  readonly definition: CompleteDefinition;
  readonly version: number;
  readonly variables?: ChosenVariables | undefined;
  readonly panels?: readonly string[] | undefined;
  readonly have?: Readonly<Record<string, string>> | undefined;
}

export type RefreshPart =
  | { readonly kind: 'variable'; readonly name: string; readonly answer: VariableAnswer }
  | { readonly kind: 'annotation'; readonly answer: AnnotationAnswer }
  | { readonly kind: 'panel'; readonly id: string; readonly answer: PanelAnswer };

export interface Refresh {
  readonly start: RefreshStart;
  readonly parts: () => AsyncGenerator<RefreshPart, void, void>;
  /** Call only after all parts have arrived. */
  readonly end: () => RefreshEnd;
}

/** Provides answers to a refresh; `used` and `run` grow as it proceeds. */
export interface Source {
  /** Rejects with RATE_LIMITED when nothing may be run, and nothing was shown before. */
  readonly get: (known: KnownStatement) => Promise<SourcedAnswer>;
  /** The error to report; undefined if the viewer has left. */
  readonly reasonOf: (error: unknown) => unknown;
  readonly used: Set<string>;
  readonly run: Set<string>;
}

export interface SourcedAnswer extends KeptAnswer {
  readonly isStale: boolean;
}
