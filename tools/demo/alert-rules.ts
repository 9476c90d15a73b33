/** The rules of the demo organization. Its incident fires the first of them; the others keep quiet. */
import type { AlertRuleDraft } from '../../src/contract/alert-rule-settings.ts';

export const ALERT_RULES: readonly AlertRuleDraft[] = [
  {
    name: 'Checkout errors',
    description: 'The gateway returns 502 for orders.',
    query: 'index=web path=/checkout status=502',
    window: 300,
    condition: { kind: 'threshold', op: '>', value: 60, recoverAt: 20 },
    severity: 'critical',
    tags: ['shop'],
    channels: ['chn_owners'],
    runbook: 'Check for a recent release of payments and roll it back.',
  },
  {
    name: 'Service stopped logging',
    description: 'Every service of the shop logs at least once in 10 minutes.',
    query: 'index=app',
    window: 600,
    condition: { kind: 'absence', scope: 'member', by: ['service'] },
    severity: 'error',
    tags: ['shop'],
    channels: ['chn_owners'],
  },
  {
    name: 'Unusual order volume',
    description: 'Compared with the same time on previous days.',
    query: 'index=app source=checkout "order placed"',
    window: 900,
    condition: { kind: 'change', compare: 'day', direction: 'both', minDifference: 200 },
    severity: 'warning',
    tags: ['shop'],
  },
  {
    name: 'Brute-force sign-ins',
    query: 'index=security level=warn',
    window: 900,
    condition: { kind: 'threshold', op: '>', value: 50, by: ['src_ip'] },
    severity: 'warning',
    tags: ['security'],
    channels: ['chn_owners'],
  },
  {
    name: 'High page latency (p95)',
    description: 'All GET requests. Orders have a separate rule.',
    query: 'index=web method=GET | stats p95(duration_ms) AS p95',
    window: 300,
    condition: { kind: 'threshold', of: 'p95', op: '>', value: 1_000 },
    severity: 'info',
    tags: ['shop'],
  },
];
