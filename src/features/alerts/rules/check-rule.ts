import type { Actor } from '../../../base/actor.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { requireAuditReader } from '../conditions/actor-of-rule.ts';
import { checkCondition } from '../conditions/check-condition.ts';
import { tooMany } from '../too-many.ts';
import { countRulesOfKind, findChannelIds, findRules } from '../tables/alert-rules-table.ts';
import { readRuleQuery } from './check-query.ts';
import { checkTemplate } from './check-template.ts';
import type { RuleNeeds } from './rule-needs.ts';

/** Refuses rules that could never be evaluated or notified. */
export async function requireUsable(
  needs: Pick<RuleNeeds, 'metadata'>,
  actor: Actor,
  settings: AlertRuleSettings,
): Promise<void> {
  const { title, body } = settings;
  const problems = [...checkTemplate('title', title), ...checkTemplate('body', body)];
  if (problems.length > 0) {
    const details = problems.slice(0, LIMITS.http.detailsMax);
    throw new AppError('VALIDATION_ERROR', 'Invalid input.', { details });
  }
  const tree = await readRuleQuery(needs, actor.organization, settings);
  checkCondition(settings, tree);
  requireAuditReader(actor, settings, tree);
}

/** Verdicts cost credits, so the number of such rules is limited. The caller has locked the organization. */
export async function requireVerdictRoom(
  unit: Unit,
  organization: OrganizationId,
  id: string,
  { condition }: AlertRuleSettings,
): Promise<void> {
  if (condition.kind !== 'verdict') return;
  const max = LIMITS.alerts.verdictRulesMax;
  if ((await countRulesOfKind(unit, organization, 'verdict', id)) >= max) {
    throw tooMany('verdictRules', 'rules with verdicts', max);
  }
}

/**
 * The channels and rules that a rule names, as far as they are there. Those that are new must be; of those it named
 * before, some may have been deleted since.
 */
export async function requireNamed(
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  id: string,
  settings: AlertRuleSettings,
  before?: AlertRuleSettings,
): Promise<Pick<AlertRuleSettings, 'channels' | 'mutedBy'>> {
  const { channels, mutedBy } = settings;
  if (mutedBy.includes(id)) throw invalid('mutedBy', "A rule can't be inhibited by itself.");
  const known = new Set([
    OWNERS_CHANNEL,
    ...(await findChannelIds(reader, organization, channels)),
    ...(await findRules(reader, organization, mutedBy)).map((rule) => rule.id),
  ]);
  const isKnown = (name: string): boolean => known.has(name);
  const isNew = (name: string, list: readonly string[] = []): boolean =>
    !isKnown(name) && !list.includes(name);
  if (channels.some((name) => isNew(name, before?.channels))) throw notFound('channel');
  if (mutedBy.some((name) => isNew(name, before?.mutedBy))) throw notFound('alert rule');
  return { channels: channels.filter(isKnown), mutedBy: mutedBy.filter(isKnown) };
}
