import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../test/support/limits.ts';
import { DEFAULTS } from '../spec/defaults.ts';
import { isPromised } from './is-promised.ts';
import { ConfigError } from './config-error.ts';
import { loadConfig } from './load-config.ts';

const place = { directory: '/srv/xplain', hostName: 'node-7' };
const settable: Readonly<Record<string, object>> = DEFAULTS;

function problemsWith(group: string, name: string, value: number): readonly string[] {
  try {
    loadConfig({ XPLAIN_LIMITS: JSON.stringify({ [group]: { [name]: value } }) }, place);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
}

test('a promised limit is refused by name, one that can be set is taken', () => {
  for (const [group, limits] of Object.entries(LIMITS)) {
    for (const [name, value] of Object.entries(limits)) {
      const path = `${group}.${name}`;
      const expected = Object.hasOwn(settable[group] ?? {}, name)
        ? []
        : [`XPLAIN_LIMITS (environment): ${path}: is a fixed limit and can't be set; remove it`];
      assert.deepEqual(problemsWith(group, name, value), expected);
    }
  }
});

test('no limit is of both kinds', () => {
  for (const [group, limits] of Object.entries(DEFAULTS)) {
    for (const name of Object.keys(limits)) assert.ok(!isPromised(`${group}.${name}`), name);
  }
  assert.ok(isPromised('query.rowsMax'));
  assert.ok(!isPromised('query.hasOwnProperty'));
  assert.ok(!isPromised('nothing.rowsMax'));
});
