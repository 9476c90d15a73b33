import assert from 'node:assert/strict';
import { test } from 'node:test';
import { humanValue } from './human-units.ts';

test('a value is told in the unit of its name', () => {
  const cases: readonly (readonly [name: string, value: number, reported: string])[] = [
    ['bodyBytesMax', 10 * 1024 * 1024, '10 MB'],
    ['headerBytesMax', 16 * 1024, '16 KB'],
    ['memoryBytesMax', 2 * 1024 ** 3, '2 GB'],
    ['notificationBytesMax', 7_999, '7,999 bytes'],
    ['oddBytesMax', 1_500_000, '1,500,000 bytes'],
    ['timeoutMsMax', 30_000, '30 s'],
    ['keepAliveTimeoutMs', 90_000, '90 s'],
    ['queryLatencyP95Ms', 200, '200 ms'],
    ['delayMs', 1_500, '1,500 ms'],
    ['windowMs', 60_000, '1 min'],
    ['invitationMsMax', 48 * 3_600_000, '48 h'],
    ['durationMs', 7 * 24 * 3_600_000, '7 days'],
    ['retryAfterSeconds', 5, '5 s'],
    ['fileBytesMapped', 64 * 1024 ** 3, '64 GB'],
    ['retentionDays', 365, '365 days'],
    ['warnRatio', 0.8, '80%'],
    ['uptimeRatio', 0.999, '99.9%'],
    ['burstFactor', 2, '2 ×'],
    ['nameCharactersMax', 100, '100 characters'],
    ['inputTokensMax', 50_000, '50,000 tokens'],
    ['rowsMax', 10_000, '10,000'],
    ['creditCostUnits', 0.01, '0.01'],
  ];

  for (const [name, value, reported] of cases) {
    assert.equal(humanValue(name, value), reported, name);
  }
});
