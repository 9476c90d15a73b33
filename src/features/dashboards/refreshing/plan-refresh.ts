/** What a refresh has to find out, as far as that is known before anything runs. */
import { AppError } from '../../../base/errors.ts';
import type { CompletePanel } from '../../../contract/definition-form.ts';
import type { Variables } from '../../../language/index.ts';
import { KPI_INDEX } from '../../../spec/services.ts';
import { type Annotation, annotationStatement, INCIDENTS_INDEX } from './annotations.ts';
import { type HealthPanel, healthStatement } from './health-panel.ts';
import { planPanel, type QueryPanel } from './plan-panel.ts';
import type { RefreshAsk, RefreshNeeds } from './refresh.ts';
import type { Scope } from './refresh-scope.ts';
import {
  boundVariables,
  optionsStatement,
  readOptions,
  type ResolvedVariable,
  resolveVariables,
  usedBy,
} from './resolve-variables.ts';
import { showsText } from './shows-text.ts';
import type { KnownStatement } from './statements.ts';
import { visiblePanels } from './visible-panels.ts';

/** What became of planning something: it may also wait for the options of a variable, or have failed. */
export type Outcome<Planned> =
  | ({ readonly kind: 'planned' } & Planned)
  | { readonly kind: 'waits' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface PlannedPanel {
  readonly shown: KnownStatement;
  readonly line?: KnownStatement;
  readonly compared?: KnownStatement;
  readonly isSummed: boolean;
  readonly isQuick: boolean;
}

export interface RefreshPlan {
  readonly resolved: readonly ResolvedVariable[];
  readonly options: ReadonlyMap<string, Outcome<{ readonly known: KnownStatement }>>;
  readonly panels: readonly {
    readonly panel: QueryPanel;
    readonly outcome: Outcome<PlannedPanel>;
  }[];
  /** Panels that show something without their own query. */
  readonly health: readonly {
    readonly panel: HealthPanel;
    readonly outcome: Outcome<{ readonly known: KnownStatement }>;
  }[];
  readonly annotations: readonly {
    readonly annotation: Annotation;
    readonly outcome: Outcome<{ readonly known: KnownStatement | undefined }>;
  }[];
  /** All statements that can run now, in the order in which they should start. */
  readonly statements: readonly KnownStatement[];
}

export async function planRefresh(
  needs: RefreshNeeds,
  scope: Scope,
  ask: RefreshAsk,
): Promise<RefreshPlan> {
  const { definition } = ask;
  const wanted = visiblePanels(definition.panels, ask.panels);
  const { resolved, options } = await planVariables(needs, scope, ask);
  const panels = await Promise.all(
    wanted.filter(isQueryPanel).map(async (panel) => ({
      panel,
      outcome: await planQueryPanel(scope, ask, resolved, panel),
    })),
  );
  const annotations = await Promise.all(
    definition.annotations.map(async (annotation) => ({
      annotation,
      outcome: await planAnnotation(scope, resolved, annotation),
    })),
  );
  const health = await Promise.all(
    wanted.filter(isHealthPanel).map(async (panel) => ({
      panel,
      outcome: await planHealth(scope, panel),
    })),
  );
  const statements = [
    ...[...options.values()].flatMap((each) => (each.kind === 'planned' ? [each.known] : [])),
    ...ordered(panels.flatMap(({ outcome }) => (outcome.kind === 'planned' ? [outcome] : []))),
    ...health.flatMap(({ outcome }) => (outcome.kind === 'planned' ? [outcome.known] : [])),
    ...annotations.flatMap(({ outcome }) =>
      outcome.kind === 'planned' && outcome.known !== undefined ? [outcome.known] : [],
    ),
  ];
  return { resolved, options, panels, health, annotations, statements };
}

function isHealthPanel(panel: CompletePanel): panel is HealthPanel {
  return panel.kind === 'health';
}

async function planHealth(
  scope: Scope,
  panel: HealthPanel,
): Promise<Outcome<{ readonly known: KnownStatement }>> {
  // Services are shown only to users who may see them.
  if (!scope.indexes.has(KPI_INDEX) && scope.asker.services === undefined) {
    const error = new AppError('FORBIDDEN', "You don't have permission to see services.");
    return { kind: 'failed', error };
  }
  return planned([], [], scope, async () => ({
    known: await scope.know(healthStatement(panel, scope.moment)),
  }));
}

function isQueryPanel(panel: CompletePanel): panel is QueryPanel {
  return 'query' in panel;
}

/** What the store counts anyway comes first, then panels in the order of the caller. */
function ordered(panels: readonly PlannedPanel[]): KnownStatement[] {
  const quick = panels.filter(({ isQuick }) => isQuick);
  const others = panels.filter(({ isQuick }) => !isQuick);
  return [...quick, ...others].flatMap(({ shown, compared, line }) =>
    [shown, compared, line].filter((known) => known !== undefined),
  );
}

/** Cached options may determine the value of a variable, and with it the queries of others. */
async function planVariables(
  { statements }: RefreshNeeds,
  scope: Scope,
  { definition, variables = {} }: RefreshAsk,
): Promise<Pick<RefreshPlan, 'resolved' | 'options'>> {
  const resolved: ResolvedVariable[] = [];
  const options = new Map<string, Outcome<{ readonly known: KnownStatement }>>();
  for (const each of resolveVariables(definition.variables, variables)) {
    const { variable } = each;
    if (variable.type !== 'query') {
      resolved.push(each);
      continue;
    }
    const outcome = await planOptions(scope, resolved, variable.query);
    options.set(variable.name, outcome);
    const kept = outcome.kind === 'planned' ? statements.peek(outcome.known) : undefined;
    const first = kept && readOptions(kept.result).options[0]?.value;
    resolved.push({ variable, values: each.values ?? (kept && (first ? [first] : [])) });
  }
  return { resolved, options };
}

/** `above` are the variables that it may use. */
export async function planOptions(
  scope: Scope,
  above: readonly ResolvedVariable[],
  query: string,
): Promise<Outcome<{ readonly known: KnownStatement }>> {
  return planned([query], above, scope, async (bound) => {
    const statement = optionsStatement(query, bound, scope.moment);
    if (!scope.mayShowRaw && showsText(statement)) throw rawRefused();
    return { known: await scope.know(statement) };
  });
}

export async function planQueryPanel(
  scope: Scope,
  { definition }: RefreshAsk,
  resolved: readonly ResolvedVariable[],
  panel: QueryPanel,
): Promise<Outcome<PlannedPanel>> {
  const shared = definition.searches.find(({ id }) => id === panel.search);
  const texts = [panel.query, panel.then, shared?.query ?? null];
  return planned(texts, resolved, scope, async (bound) => {
    const plan = planPanel(panel, definition.searches, bound, scope.moment);
    if (plan.isRaw && !scope.mayShowRaw) throw rawRefused();
    const [shown, line, compared] = await Promise.all([
      scope.know(plan.shown),
      plan.line && scope.know(plan.line),
      plan.compared && scope.know(plan.compared),
    ]);
    return {
      shown,
      isSummed: plan.isSummed,
      isQuick: plan.isQuick,
      ...(line === undefined ? {} : { line }),
      ...(compared === undefined ? {} : { compared }),
    };
  });
}

export async function planAnnotation(
  scope: Scope,
  resolved: readonly ResolvedVariable[],
  annotation: Annotation,
): Promise<Outcome<{ readonly known: KnownStatement | undefined }>> {
  // Before the first incident there is no such index.
  if (annotation.source === 'incidents' && !scope.indexes.has(INCIDENTS_INDEX)) {
    return { kind: 'planned', known: undefined };
  }
  return planned([annotation.query], resolved, scope, async (bound) => {
    const statement = annotationStatement(annotation, bound, scope.moment);
    if (!scope.mayShowRaw && showsText(statement)) throw rawRefused();
    return { known: await scope.know(statement) };
  });
}

/** Binds only the variables that the texts reference, and waits for no others. */
async function planned<Planned extends object>(
  texts: readonly (string | null)[],
  resolved: readonly ResolvedVariable[],
  { range }: Scope,
  plan: (bound: Variables) => Promise<Planned>,
): Promise<Outcome<Planned>> {
  if (usedBy(resolved, texts).some(({ values }) => values === undefined)) return { kind: 'waits' };
  try {
    return { kind: 'planned', ...(await plan(boundVariables(resolved, range))) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** For panels that show raw events where that is not allowed. */
function rawRefused(): AppError {
  return new AppError('FORBIDDEN', 'This link shows no events.');
}
