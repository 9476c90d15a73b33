import { readEveryPage } from '../../../base/cursor.ts';
import { pickFields } from '../../../base/pick-fields.ts';
import { ruleDefaults } from '../../../contract/alert-rule-form.ts';
import {
  type AlertRuleChange,
  type AlertRuleDraft,
  AlertRuleSettings,
} from '../../../contract/alert-rule-settings.ts';
import type { Definition } from '../../../contract/check-bundle.ts';
import { macroOptions, storedKnowledge } from '../../../flow/search/index.ts';
import { parse, querySyntaxError } from '../../../language/index.ts';
import type { ManagedKind } from '../../../room.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { findRuleRow } from '../tables/alert-rules-table.ts';
import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  switchAlertRule,
} from './manage-alert-rules.ts';
import type { RuleNeeds } from './rule-needs.ts';
import { settleDraft } from './settle-settings.ts';

/** Alert rules as code. */
export function ruleKind(needs: RuleNeeds): ManagedKind {
  return {
    kind: 'alertRules',
    permissions: { read: 'alert-rules:read', write: 'alerts:write', delete: 'alerts:delete' },
    resource: 'alertRules',
    hasUniqueNames: true,
    defaults,
    complete(definition) {
      const { name, enabled = true } = definition;
      return { name, enabled, ...settleDraft(definition as AlertRuleDraft) };
    },
    // `for` and `keepFiring` are the same settings in seconds.
    aliases: ['fireAfter', 'resolveAfter'],
    async check({ query }, metadata, { organization }) {
      if (typeof query !== 'string') return;
      const macros = await macroOptions(storedKnowledge(metadata), organization, query);
      const { diagnostics } = parse(query, macros);
      if (diagnostics.length > 0) throw querySyntaxError(diagnostics);
    },
    async list(metadata, actor) {
      const all = await readEveryPage(LIMITS.http.pageRowsMax, (page) =>
        listAlertRules({ ...needs, metadata }, actor, page, {}),
      );
      return all.map((rule) => {
        const { id, name, enabled } = rule;
        return { id, name, definition: { name, enabled, ...pickFields(rule, SETTINGS) } };
      });
    },
    create: async (metadata, actor, definition) =>
      (await createAlertRule({ ...needs, metadata }, actor, definition as AlertRuleDraft)).id,
    async update(metadata, actor, id, definition, { fields }) {
      const within = { ...needs, metadata };
      const { enabled, ...changed } = pickFields(definition, fields);
      if (Object.keys(changed).length > 0) {
        const row = await findRuleRow(metadata, actor.organization, id);
        const change = { ...changed, version: row?.version ?? 0 } as AlertRuleChange;
        await changeAlertRule(within, actor, id, change);
      }
      if (enabled !== undefined) await switchAlertRule(within, actor, id, enabled === true);
    },
    remove: (metadata, actor, { id }) => deleteAlertRule({ ...needs, metadata }, actor, id),
  };
}

const SETTINGS = Object.keys(AlertRuleSettings.properties);

function defaults(definition: Definition): Definition {
  const draft = definition as AlertRuleDraft;
  return { enabled: true, query: null, savedSearch: null, ...ruleDefaults(draft) };
}
