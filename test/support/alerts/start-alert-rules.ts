import type { TestContext } from 'node:test';
import type { AlertRule } from '../../../src/contract/alert-rules.ts';
import {
  alertRuleRoutes,
  alertTestRoutes,
} from '../../../src/features/alerts/rules/alert-rule-routes.ts';
import type { TestNeeds } from '../../../src/features/alerts/rules/test-rules.ts';
import { PLANS } from '../../../src/spec/plans.ts';
import type { AccessUnderTest, Member } from '../open-access.ts';
import { startAccess } from '../start-access.ts';

export const RULES = '/api/v1/alert-rules';

export const A_RULE = {
  name: 'Errors',
  query: 'level=error',
  condition: { kind: 'threshold', op: '>', value: 5 },
};

/** The routes of rules. What ends incidents is written down instead. */
export function startAlertRules(t: TestContext, access: AccessUnderTest) {
  const { metadata, clock } = access;
  const resets: string[] = [];
  const needs: TestNeeds = {
    metadata,
    clock,
    plans: PLANS,
    resetRule: (_unit, rule, reason) => {
      resets.push(`${rule.name} v${rule.version} ${reason}`);
      return Promise.resolve();
    },
    resetGroup: (_unit, rule, hash, reason) => {
      resets.push(`${rule.name} ${hash} ${reason}`);
      return Promise.resolve();
    },
    testRule: (_actor, { id, settings }, options) => {
      const problem = JSON.stringify({ id, window: settings.window, ...options });
      const none = { ticks: 0, sampled: false, series: [], firings: [], messages: 0 };
      return Promise.resolve({ ...none, problem });
    },
  };
  const { call } = startAccess(t, access, {
    mount: (app) => {
      alertRuleRoutes(app, needs);
      alertTestRoutes(app, needs);
    },
  });
  /** Fails unless it was made. */
  const create = async (as: Member, body: object = {}): Promise<AlertRule> => {
    const answer = await call(`POST ${RULES}`, { as, body: { ...A_RULE, ...body } });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data as AlertRule;
  };
  return { needs, call, create, resets };
}
