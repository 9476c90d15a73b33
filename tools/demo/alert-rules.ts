/** The rules of the demo organization. Its incident fires the first of them; the others keep quiet. */
import type { AlertRuleDraft } from '../../src/contract/alert-rule-settings.ts';

export const ALERT_RULES: readonly AlertRuleDraft[] = [
  {
    name: 'Checkouts fail',
    description: 'The gateway answers 502 where orders should be.',
    query: 'index=web path=/checkout status=502',
    window: 300,
    condition: { kind: 'threshold', op: '>', value: 60, recoverAt: 20 },
    severity: 'critical',
    tags: ['shop'],
    channels: ['chn_owners'],
    runbook: 'Look for a release of payments, and roll it back.',
  },
  {
    name: 'A service is silent',
    description: 'Every service of the shop writes something every ten minutes.',
    query: 'index=app',
    window: 600,
    condition: { kind: 'absence', scope: 'member', by: ['service'] },
    severity: 'error',
    tags: ['shop'],
    channels: ['chn_owners'],
  },
  {
    name: 'Unusual number of orders',
    description: 'Compared with the same time on the days before.',
    query: 'index=app source=checkout "order placed"',
    window: 900,
    condition: { kind: 'change', compare: 'day', direction: 'both', minDifference: 200 },
    severity: 'warning',
    tags: ['shop'],
  },
  {
    name: 'Sign-ins guessed from one address',
    query: 'index=security level=warn',
    window: 900,
    condition: { kind: 'threshold', op: '>', value: 50, by: ['src_ip'] },
    severity: 'warning',
    tags: ['security'],
    channels: ['chn_owners'],
  },
  {
    name: 'Pages are slow',
    description: 'Of all requests that read; orders have a rule of their own.',
    query: 'index=web method=GET | stats p95(duration_ms) AS p95',
    window: 300,
    condition: { kind: 'threshold', of: 'p95', op: '>', value: 1_000 },
    severity: 'info',
    tags: ['shop'],
  },
];
