import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, print } from '../../../language/index.ts';
import { ignoreOwn } from './ignore-own.ts';

function ignored(text: string): string {
  const { query } = parse(text);
  assert(query !== undefined);
  return print(ignoreOwn(query, text, 'alr_1'));
}

test('a rule in the index of alerts does not see its own events, but those of others', () => {
  const text = ignored('index=_alerts kind=fired | stats count BY rule');

  assert.match(
    text,
    /^index=_alerts .*kind=fired \| where isnull\(rule_id\) OR rule_id ?!= ?"alr_1" \| stats/,
  );
});

test('every other rule is left as it is', () => {
  assert.equal(
    ignored('level=error | stats count'),
    print(parse('level=error | stats count').query ?? assert.fail()),
  );
});
