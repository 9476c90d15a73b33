import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { LIMITS } from '../spec/limits.ts';
import { isFixedLimit } from './fixed-limits.ts';
import { ConfigError, loadConfig } from './load-config.ts';

const PATHS = Object.entries(LIMITS).flatMap(([group, values]) =>
  Object.entries(values).map(([name, value]) => ({ group, name, value, path: `${group}.${name}` })),
);
const place = { directory: '/srv/xplain', hostName: 'node-7' };

function problemsWith(group: string, name: string, value: number): readonly string[] {
  try {
    loadConfig({ XPLAIN_LIMITS: JSON.stringify({ [group]: { [name]: value } }) }, place);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
}

test('a limit that nothing reads from the configuration is refused, every other one is taken', () => {
  for (const { group, name, value, path } of PATHS) {
    const expected = isFixedLimit(path)
      ? [
          `XPLAIN_LIMITS (environment): ${path}: cannot be replaced, since the product reads it from the specification alone; remove it`,
        ]
      : [];
    assert.deepEqual(problemsWith(group, name, value), expected);
  }
});

test('what the specification alone is asked for is known to be so', () => {
  for (const path of ['mail.attemptsMax', 'query.rowsDefault', 'evaluation.inputTokensMax']) {
    assert.ok(isFixedLimit(path), path);
  }
  for (const path of ['ingest.queueEventsMax', 'query.rowsMax', 'model.attemptsMax']) {
    assert.ok(!isFixedLimit(path), path);
  }
});

test('every limit that can be replaced is read from the configuration somewhere', () => {
  const root = dirname(import.meta.dirname);
  // These see no configuration: what they read is the specification.
  const files = globSync('**/*.ts', { cwd: root, exclude: ['{spec,base,config,contract}/**'] })
    .filter((file) => !/^(?:language|patterns)\/|\.(?:test|suite)\.ts$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));

  for (const { group, name, path } of PATHS) {
    if (isFixedLimit(path)) continue;
    const isName = new RegExp(`\\b${name}\\b`);
    const isOfSpecification = new RegExp(
      `LIMITS\\.${group}\\.${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\} = LIMITS\\.${group}\\b`,
    );
    const isRead = files.some((text) =>
      isName.test(text.replaceAll(new RegExp(isOfSpecification, 'g'), '')),
    );
    assert.ok(isRead, `${path} is read from the specification alone: add it to fixed-limits.ts`);
  }
});
