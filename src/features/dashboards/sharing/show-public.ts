/** The response of a public link, built only from the fields listed here. */
import type { DashboardData, PanelAnswer, ShownPanel } from '../../../contract/dashboard-data.ts';
import type { PublicDashboard } from '../../../contract/dashboard-sharing.ts';
import type { CompleteDefinition, CompletePanel } from '../../../contract/definition-form.ts';

export function showPublic(
  definition: CompleteDefinition,
  data: DashboardData,
  expiresAt: string,
): PublicDashboard {
  const { name, description, refreshSeconds, panels } = definition;
  return {
    name,
    description,
    from: data.from,
    to: data.to,
    timeZone: data.timeZone,
    refreshSeconds,
    freshSeconds: data.freshSeconds,
    expiresAt,
    panels: panels
      .toSorted((left, right) => left.y - right.y || left.x - right.x)
      .map((panel) => showPanel(panel, data.panels[panel.id])),
    variables: definition.variables.map((variable) => {
      const { values = [], options = [], isCut = false } = data.variables[variable.name] ?? {};
      const canChoose = 'multiple' in variable;
      return {
        name: variable.name,
        type: variable.type,
        label: variable.label,
        multiple: canChoose && variable.multiple,
        all: canChoose && variable.all,
        values: [...values],
        options: options.map(({ value, label }) => ({ value, label })),
        isCut,
      };
    }),
    annotations: data.annotations.flatMap(({ name: source, color, isGrouped, marks, error }) =>
      error === undefined ? [{ name: source, color, isGrouped, marks }] : [],
    ),
  };
}

function showPanel(
  panel: CompletePanel,
  answer: PanelAnswer | undefined,
): PublicDashboard['panels'][number] {
  const { id, kind, title, description, x, y, w, h } = panel;
  return {
    id,
    kind,
    title,
    description,
    x,
    y,
    w,
    h,
    thresholds: 'thresholds' in panel ? panel.thresholds.map((each) => ({ ...each })) : [],
    options: kind === 'health' ? {} : { ...panel.options },
    result: answer === undefined ? null : showResult(withoutIds(kind, answer)),
  };
}

/** Services are identified by name; their ids would lead to non-public data. */
function withoutIds(kind: CompletePanel['kind'], answer: PanelAnswer): PanelAnswer {
  if (kind !== 'health' || !('rows' in answer)) return answer;
  return {
    ...answer,
    columns: answer.columns.filter(({ name }) => name !== SERVICE_ID),
    rows: answer.rows.map((row) => {
      const { [SERVICE_ID]: _id, ...rest } = row as Readonly<Record<string, unknown>>;
      return { ...rest, service: rest['service'] ?? 'A service without measurements' };
    }),
  };
}

const SERVICE_ID = 'service_id';

/** Omits the cost; reduces a failure to its kind, since its message may contain query text. */
function showResult(answer: PanelAnswer): PanelAnswer {
  if ('error' in answer) {
    const { code } = answer.error;
    return { error: { code, error: MESSAGES[code] ?? "This panel can't be shown." } };
  }
  if ('unchanged' in answer) return { unchanged: true, stale: answer.stale };
  const { tag, columns, rows, from, to, sparkline, comparison, computedAt, stale } = answer;
  return {
    tag,
    columns,
    rows,
    from,
    to,
    ...(sparkline === undefined ? {} : { sparkline }),
    ...(comparison === undefined ? {} : { comparison: withoutReason(comparison) }),
    computedAt,
    stale,
    limits_applied: answer.limits_applied,
  };
}

/** Since when events are stored is nothing for visitors. */
function withoutReason({ reason: _reason, ...comparison }: NonNullable<ShownPanel['comparison']>) {
  return comparison;
}

const MESSAGES: Readonly<Record<string, string>> = {
  CONFLICT: 'Data used by this panel has changed since the link was created. Ask for a new link.',
  FORBIDDEN: 'This link shows no events.',
  RATE_LIMITED: 'Too many requests for this link. Retry in a moment.',
  QUERY_TIMEOUT: 'This panel took too long.',
};
