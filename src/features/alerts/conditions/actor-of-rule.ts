/** As whom a rule reads, and which rules may read the audit log. */
import { type Actor, systemActor } from '../../../base/actor.ts';
import { AppError, invalid } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { namesIndex, readKnowledgeVersions } from '../../../flow/search/index.ts';
import { holdsPermission } from '../../../guard/access/index.ts';
import { everyQuery, parse, type Query, type Stage } from '../../../language/index.ts';
import { RESERVED_INDEXES, RESERVED_INDEX_NAMES } from '../../../spec/reserved-indexes.ts';
import type { Rule } from '../rule.ts';
import type { ConditionNeeds } from './condition-needs.ts';

/** Rules read what every member of the organization may read. */
export function alertsActor(organization: OrganizationId): Actor {
  return systemActor(organization, 'alerts', [
    'logs:read',
    'alerts:read',
    'services:read',
    'evaluations:run',
  ]);
}

/** Checked at every tick: the user who last saved the rule may have lost the permission it needs. */
export async function actorOfRule(
  needs: Pick<ConditionNeeds, 'metadata' | 'search'>,
  rule: Rule,
): Promise<Actor> {
  const actor = alertsActor(rule.organization);
  if (!readsAudit(rule.settings)) return actor;
  if (rule.mayReadAudit !== true) await requireSaver(needs, rule);
  return { ...actor, permissions: new Set([...actor.permissions, 'audit:read']) };
}

async function requireSaver(
  { metadata, search }: Pick<ConditionNeeds, 'metadata' | 'search'>,
  { organization, id }: Rule,
): Promise<void> {
  const [newest] = await readKnowledgeVersions<object>(metadata, organization, id);
  const saver = newest?.savedBy ?? '';
  const access = { metadata, clock: search.clock };
  if (await holdsPermission(access, organization, saver, 'audit:read')) return;
  const who = saver === '' ? 'It is unknown who' : `${saver} can't read the audit log, but`;
  throw new AppError(
    'FORBIDDEN',
    `${who} last saved this rule. An Owner or Admin must save it again.`,
  );
}

/** Whether the text of the rule itself names the audit log. Macros and saved searches never open it. */
export function readsAudit({ query }: Pick<AlertRuleSettings, 'query'>): boolean {
  // Most rules do not mention these indexes, so they need not be parsed.
  const text = query?.toLowerCase() ?? '';
  if (query === null || !AUDIT_INDEXES.some((name) => text.includes(name))) return false;
  const tree = parse(query).query;
  return tree !== undefined && namesAudit(tree) && !usesWhatOthersChange(tree);
}

/**
 * Refuses a rule on the audit log to callers who may not read the log, and if others could change what the rule reads.
 */
export function requireAuditReader(
  { permissions, who }: Pick<Actor, 'permissions' | 'who'>,
  settings: Pick<AlertRuleSettings, 'query' | 'condition'>,
  tree = parse(settings.query ?? '').query,
): void {
  if (tree === undefined || !namesAudit(tree)) return;
  if (!permissions.has('audit:read')) {
    const code = who.kind === 'user' ? 'FORBIDDEN' : 'INSUFFICIENT_SCOPE';
    throw new AppError(code, 'Only Owners and Admins can manage rules that read the audit log.');
  }
  if (!readsAudit(settings)) {
    throw invalid(
      'query',
      "A rule that reads the audit log can't use saved searches, macros or data models, because members can change them.",
    );
  }
  // Its findings quote entries, which everybody reads who may read incidents.
  if (settings.condition.kind === 'verdict') {
    throw invalid('condition', "Evaluations of the audit log aren't supported in rules.");
  }
}

const AUDIT_INDEXES = RESERVED_INDEX_NAMES.filter(
  (name) => RESERVED_INDEXES[name].readBy === 'audit:read',
);

function namesAudit(tree: Query): boolean {
  return stagesOf(tree).some((stage) => {
    const expression = searchIn(stage);
    return expression !== undefined && AUDIT_INDEXES.some((name) => namesIndex(expression, name));
  });
}

function searchIn(stage: Stage) {
  if (stage.kind === 'search') return stage.expression;
  return stage.kind === 'tstats' ? stage.where : undefined;
}

function usesWhatOthersChange(tree: Query): boolean {
  return stagesOf(tree).some(
    (stage) =>
      stage.kind === 'savedsearch' ||
      stage.kind === 'datamodel' ||
      (stage.kind === 'tstats' && stage.from !== undefined),
  );
}

function stagesOf(tree: Query): Stage[] {
  return [...everyQuery(tree)].flatMap(({ stages }) => stages);
}
