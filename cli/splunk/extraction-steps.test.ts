import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOfStanza } from './events-of-stanza.ts';
import { extractionsOf } from './extraction-steps.ts';
import { readConf } from './read-conf.ts';

const TRANSFORMS = readConf(
  `[user]
REGEX = (\\w+)@(?:x|y)(\\d+)
FORMAT = user::$1 port::"$2"
[fixed]
REGEX = x(\\d)
FORMAT = vendor::acme n::$1
[pairs]
DELIMS = ";", ":"
[columns]
DELIMS = ","
FIELDS = a, b
[names]
REGEX = (\\w+)=(\\w+)
FORMAT = $1::$2
[null]
REGEX = debug|trace
DEST_KEY = queue
FORMAT = nullQueue
[index]
REGEX = .
DEST_KEY = _MetaData:Index
FORMAT = Web
[regex]
REGEX = a\\d+
DEST_KEY = queue
FORMAT = nullQueue
`,
  'transforms.conf',
);

function moved(line: string) {
  const stanza = readConf(`[s]\n${line}\n`, 'props.conf').get('s');
  assert.ok(stanza);
  const extractions = extractionsOf(stanza, TRANSFORMS);
  return {
    steps: extractions.flatMap(({ steps }) => steps),
    filter: extractions.find(({ filter }) => filter !== undefined)?.filter,
    notes: extractions.flatMap(({ notes }) => notes.map(({ message }) => message)),
  };
}

test('extractions become steps of pipelines', () => {
  const isOptional = true;
  for (const [line, steps, filter] of [
    [
      'EXTRACT-a = a=(?<a>\\d+) in note',
      [{ kind: 'parse_regex', field: 'note', pattern: 'a=(?<a>\\d+)', isOptional }],
    ],
    [
      'REPORT-u = user',
      [{ kind: 'parse_regex', pattern: '(?<user>\\w+)@(?:x|y)(?<port>\\d+)', isOptional }],
    ],
    [
      'REPORT-p = pairs',
      [{ kind: 'parse_key_value', pairSeparator: ';', valueSeparator: ':', isOptional }],
    ],
    ['KV_MODE = json', [{ kind: 'parse_json', isOptional }]],
    ['FIELDALIAS-x = a AS b', [{ kind: 'set', field: 'b', value: '{a}', isOptional }]],
    ['EVAL-v = "acme"', [{ kind: 'set', field: 'v', value: 'acme' }]],
    [
      'EVAL-h = coalesce(a, b)',
      [
        { kind: 'set', field: 'h', value: '{b}', isOptional },
        { kind: 'set', field: 'h', value: '{a}', isOptional },
      ],
    ],
    [
      'SEDCMD-k = s/k=\\w+/k=x/g',
      [{ kind: 'mask', fields: ['event'], pattern: 'k=\\w+', replacement: 'k=x' }],
    ],
    ['TRANSFORMS-n = null', [{ kind: 'drop' }], '("*debug*" OR "*trace*")'],
    ['TRANSFORMS-i = index', [{ kind: 'route', index: 'web' }], ''],
  ] as const) {
    const found = moved(line);
    assert.deepEqual(found.steps, steps, line);
    assert.deepEqual(found.notes, [], line);
    assert.equal(found.filter, filter, line);
  }
});

test('what no step can do is left with its reason', () => {
  for (const [line, reason] of [
    ['EXTRACT-a = a=(\\d+)', /no named groups/],
    ['EXTRACT-a = (?<a>x)(?=y)', /Lookaround/],
    ['EXTRACT-a = (?<a>(b+)+)', /more than one way/],
    ['REPORT-c = columns', /without field names/],
    ['REPORT-n = names', /exactly one group/],
    ['REPORT-m = missing', /wasn’t found/],
    ['TRANSFORMS-r = regex', /can’t be converted/],
    ['EVAL-x = a + 1', /Calculate `x`/],
    ['LOOKUP-x = t a OUTPUT b', /Add `lookup`/],
    ['SEDCMD-x = s/(a)/\\1b/g', /capturing groups/],
    ['SEDCMD-x = y/abc/def/', /Only `s/],
    ['KV_MODE = xml', /isn’t supported/],
  ] as const) {
    const found = moved(line);
    assert.deepEqual(found.steps, [], line);
    assert.match(found.notes.join(' '), reason, line);
  }
  const fixed = moved('REPORT-f = fixed');
  assert.deepEqual(fixed.steps.at(-1), { kind: 'set', field: 'vendor', value: 'acme' });
  assert.match(fixed.notes.join(' '), /set for every event/);
});

test('a stanza says which events it is for', () => {
  for (const [name, match] of [
    ['shop:web', 'sourcetype="shop:web"'],
    ['source::/var/log/...', 'source="/var/log/*"'],
    ['host::web-*', 'host="web-*"'],
    ['(?::){0}shop:*', 'sourcetype="shop:*"'],
    ['default', ''],
    ['source::/a/(b|c)', undefined],
    ['delayedrule::x', undefined],
  ] as const) {
    assert.equal(eventsOfStanza(name), match, name);
  }
});
