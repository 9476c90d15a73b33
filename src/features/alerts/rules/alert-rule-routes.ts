import { pageOfWhole } from '../../../base/page-of-whole.ts';
import { pageOf } from '../../../base/page-of.ts';
import * as members from '../../../contract/alert-members.ts';
import * as contract from '../../../contract/alert-rules.ts';
import * as tests from '../../../contract/alert-tests.ts';
import type { App } from '../../../http/app.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  listAlertRuleVersions,
  readAlertRule,
  snoozeAlertRule,
  switchAlertRule,
} from './manage-alert-rules.ts';
import { forgetAlertMember, listAlertMembers } from './manage-members.ts';
import type { RuleNeeds } from './rule-needs.ts';
import { testAlertDraft, testAlertRule, type TestNeeds } from './test-rules.ts';

export function alertRuleRoutes(app: App, needs: RuleNeeds): void {
  app.route({
    ...contract.listAlertRules,
    handler: async ({ actor, query }) => listAlertRules(needs, actor, pageOf(query), query),
  });
  app.route({
    ...contract.readAlertRule,
    handler: async ({ actor, params }) => ({ data: await readAlertRule(needs, actor, params.id) }),
  });
  app.route({
    ...contract.listAlertRuleVersions,
    handler: async ({ actor, params, query }) =>
      pageOfWhole(await listAlertRuleVersions(needs, actor, params.id), query, ({ version }) =>
        String(version),
      ),
  });
  app.route({
    ...contract.createAlertRule,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createAlertRule(needs, actor, body) }),
  });
  app.route({
    ...contract.changeAlertRule,
    handler: async ({ actor, params, body }) => ({
      data: await changeAlertRule(needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteAlertRule,
    handler: async ({ actor, params }) => {
      await deleteAlertRule(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.enableAlertRule,
    handler: async ({ actor, params }) => ({
      data: await switchAlertRule(needs, actor, params.id, true),
    }),
  });
  app.route({
    ...contract.disableAlertRule,
    handler: async ({ actor, params }) => ({
      data: await switchAlertRule(needs, actor, params.id, false),
    }),
  });
  app.route({
    ...contract.snoozeAlertRule,
    handler: async ({ actor, params, body }) => ({
      data: await snoozeAlertRule(needs, actor, params.id, body.seconds),
    }),
  });
  memberRoutes(app, needs);
}

function memberRoutes(app: App, needs: RuleNeeds): void {
  app.route({
    ...members.listAlertMembers,
    handler: async ({ actor, params, query }) =>
      listAlertMembers(needs, actor, params.id, pageOf(query)),
  });
  app.route({
    ...members.forgetAlertMember,
    handler: async ({ actor, params }) => {
      await forgetAlertMember(needs, actor, params.id, params.key);
      return { data: { forgotten: true as const } };
    },
  });
}

/** Back-tests. */
export function alertTestRoutes(app: App, needs: TestNeeds): void {
  app.route({
    ...tests.testAlertDraft,
    handler: async ({ actor, body }, reply) => {
      const { rule, ...options } = body;
      const gone = abortOnDisconnect(reply);
      return { data: await testAlertDraft(needs, actor, rule, options, gone) };
    },
  });
  app.route({
    ...tests.testAlertRule,
    handler: async ({ actor, params, body }, reply) => {
      const gone = abortOnDisconnect(reply);
      return { data: await testAlertRule(needs, actor, params.id, body, gone) };
    },
  });
}
