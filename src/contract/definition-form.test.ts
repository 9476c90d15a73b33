import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalDefinition, canonicalText, completeDefinition } from './definition-form.ts';
import type { DashboardDefinition } from './dashboard-definition.ts';

const SHORT: DashboardDefinition = {
  schema: 1,
  name: 'Web',
  variables: [
    { name: 'host', type: 'text' },
    { name: 'level', type: 'list', options: [{ value: 'error' }], all: false },
  ],
  panels: [],
};

test('a complete definition has every field, with its default', () => {
  const { key, description, tags, time, variables } = completeDefinition(SHORT);

  assert.deepEqual([key, description, tags], [null, '', []]);
  assert.deepEqual(time, { earliest: '-24h', latest: 'now' });
  assert.deepEqual(variables, [
    { name: 'host', type: 'text', label: '', wildcards: false, default: '' },
    {
      name: 'level',
      type: 'list',
      label: '',
      options: [{ value: 'error', label: '' }],
      multiple: false,
      all: false,
      use: 'value',
      default: [],
    },
  ]);
});

test('the canonical form leaves defaults out, in the order of the schema', () => {
  const unordered: DashboardDefinition = {
    panels: [],
    variables: [{ wildcards: true, type: 'text', label: '', name: 'host' }],
    time: { latest: 'now', earliest: '-24h' },
    tags: ['b', 'a'],
    description: '',
    name: 'Web',
    schema: 1,
  };

  assert.equal(
    JSON.stringify(canonicalDefinition(unordered)),
    '{"schema":1,"name":"Web","tags":["b","a"],"variables":[{"name":"host","type":"text","wildcards":true}]}',
  );
});

test('a part keeps what differs from its default', () => {
  const { time } = canonicalDefinition({ ...SHORT, time: { earliest: '-1h', latest: 'now' } });

  assert.deepEqual(time, { earliest: '-1h' });
});

test('what is complete becomes as short as it was, and the same bytes', () => {
  const short = canonicalText(SHORT);

  assert.equal(canonicalText(completeDefinition(SHORT) as DashboardDefinition), short);
  assert.equal(
    short,
    [
      '{',
      '  "schema": 1,',
      '  "name": "Web",',
      '  "variables": [',
      '    {',
      '      "name": "host",',
      '      "type": "text"',
      '    },',
      '    {',
      '      "name": "level",',
      '      "type": "list",',
      '      "options": [',
      '        {',
      '          "value": "error"',
      '        }',
      '      ],',
      '      "all": false',
      '    }',
      '  ]',
      '}',
      '',
    ].join('\n'),
  );
});
