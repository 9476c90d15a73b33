import type { Actor } from '../../../base/actor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import type { AlertRuleDraft } from '../../../contract/alert-rule-settings.ts';
import type { AlertTest, AlertTestOptions } from '../../../contract/alert-tests.ts';
import { actorName } from '../../../guard/audit/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { requireAuditReader } from '../conditions/actor-of-rule.ts';
import type { Rule } from '../rule.ts';
import { findRuleRow, ruleOf } from '../tables/alert-rules-table.ts';
import { requireNamed, requireUsable } from './check-rule.ts';
import type { RuleNeeds } from './rule-needs.ts';
import { settleDraft } from './settle-settings.ts';

export interface TestNeeds extends RuleNeeds {
  readonly testRule: (
    actor: Actor,
    rule: Rule,
    options: Required<AlertTestOptions>,
    signal: AbortSignal,
  ) => Promise<AlertTest>;
}

/** Id of a rule that was never stored. */
const DRAFT_ID = 'alr_draft';

export async function testAlertDraft(
  needs: TestNeeds,
  actor: Actor,
  draft: AlertRuleDraft,
  options: AlertTestOptions,
  signal: AbortSignal,
): Promise<AlertTest> {
  requireMayNotify(actor, options);
  const { organization } = actor;
  const rule = await below('rule', async (): Promise<Rule> => {
    const settings = settleDraft(draft);
    await requireUsable(needs, actor, settings);
    const named = await requireNamed(needs.metadata, organization, DRAFT_ID, settings);
    return {
      id: DRAFT_ID,
      organization,
      name: draft.name.trim(),
      version: 0,
      isEnabled: true,
      settings: { ...settings, ...named },
      snoozedUntil: null,
      createdBy: actorName(actor),
      changedAt: needs.clock.now(),
      mayReadAudit: true,
    };
  });
  return needs.testRule(actor, rule, withDefaults(options), signal);
}

export async function testAlertRule(
  needs: TestNeeds,
  actor: Actor,
  id: string,
  options: AlertTestOptions,
  signal: AbortSignal,
): Promise<AlertTest> {
  requireMayNotify(actor, options);
  const row = await findRuleRow(needs.metadata, actor.organization, id);
  if (row === undefined) throw notFound('alert rule');
  const rule = ruleOf(row);
  requireAuditReader(actor, rule.settings);
  return needs.testRule(actor, { ...rule, mayReadAudit: true }, withDefaults(options), signal);
}

/** It is a test of channels, and takes what that takes. */
function requireMayNotify({ permissions, who }: Actor, { notify }: AlertTestOptions): void {
  if (notify !== true || permissions.has('channels:manage')) return;
  const code = who.kind === 'user' ? 'FORBIDDEN' : 'INSUFFICIENT_SCOPE';
  throw new AppError(
    code,
    '`notify` sends a notification and requires the permission channels:manage.',
  );
}

function withDefaults(options: AlertTestOptions): Required<AlertTestOptions> {
  return { hours: LIMITS.alerts.testHoursDefault, notify: false, spend: false, ...options };
}

/** Moves the paths of errors one level deeper in the body. */
async function below<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.facts.details === undefined) throw error;
    const details = error.facts.details.map((detail) => ({
      ...detail,
      path: `${path}.${detail.path}`,
    }));
    throw new AppError(error.code, error.message, { ...error.facts, details });
  }
}
