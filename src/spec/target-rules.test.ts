import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LIMITS } from './limits.ts';

test('the page of metrics has a rule for every target, with the number of the target', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operating/metrics.md'), 'utf8');
  const rules = new Map(
    [...page.matchAll(/- alert: (\w+)\n(?:\s+#.*\n)?\s+expr: (.+)\n/g)].map(([, name, expr]) => [
      name,
      expr ?? '',
    ]),
  );
  const { targets } = LIMITS;
  const seconds = (ms: number): RegExp => new RegExp(` > ${ms / 1_000}$`);

  for (const [name, metric, bound] of [
    ['XplainUptimeTarget', /\bup\{/, new RegExp(` < ${targets.uptimeRatio}$`)],
    [
      'XplainIngestLatencyTarget',
      /quantile\(0\.99, .*xplain_ingest_to_queryable_seconds_bucket/,
      seconds(targets.ingestLatencyP99Ms),
    ],
    [
      'XplainSearchLatencyTarget',
      /quantile\(0\.95, .*xplain_search_simple_seconds_bucket/,
      seconds(targets.queryLatencyP95Ms),
    ],
    ['XplainRecoveryPointTarget', /^xplain_backup_age_seconds/, seconds(targets.recoveryPointMs)],
    ['XplainRecoveryTimeTarget', /^xplain_drill_seconds/, seconds(targets.recoveryTimeMs)],
    [
      'XplainAlertLatencyTarget',
      /xplain_alert_ingest_to_firing_seconds_bucket\{timing="default"\}/,
      seconds(targets.alertLatencyMs),
    ],
  ] as const) {
    assert.match(rules.get(name) ?? '', metric, name);
    assert.match(rules.get(name) ?? '', bound, name);
  }
});
