/** Setting a limit with XPLAIN_LIMITS changes what the product does: every limit that can be set, one by one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { loadConfig } from '../../src/config/index.ts';
import { DEFAULTS } from '../../src/spec/defaults.ts';
import type { Limits } from '../../src/spec/limits.ts';
import type { Probe } from './probe.ts';
import { PROBES } from './probes.ts';

const place = { directory: '/nowhere', hostName: 'node' };

function limitsSetTo(group: string, name: string, value: number): Limits {
  const XPLAIN_LIMITS = JSON.stringify({ [group]: { [name]: value } });
  return loadConfig({ XPLAIN_LIMITS }, place).limits;
}

for (const [group, names] of Object.entries(DEFAULTS)) {
  const probes: Readonly<Record<string, Readonly<Record<string, Probe>>>> = PROBES;
  for (const name of Object.keys(names)) {
    const probe = probes[group]?.[name];
    const cases = probe?.cases ?? [];

    test(`${group}.${name} has a probe that tells two values apart`, () => {
      assert.ok(cases.length >= 2);
      for (const [at, [, seen]] of cases.entries()) {
        const others = cases.slice(at + 1);
        assert.ok(!others.some(([, other]) => isDeepStrictEqual(seen, other)), String(seen));
      }
    });

    for (const [value, seen] of cases) {
      test(`${group}.${name} set to ${value}`, async (t) => {
        assert.deepEqual(await probe?.observe(limitsSetTo(group, name, value), t), seen);
      });
    }
  }
}
