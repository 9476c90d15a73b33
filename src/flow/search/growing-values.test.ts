/** Values made of others: a few functions that double a text must not fill the memory of the store. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openSearch } from '../../../test/support/search-under-test.ts';
import { AppError } from '../../base/errors.ts';
import { LIMITS } from '../../spec/limits.ts';

const NOW = Date.UTC(2026, 10, 15);
const STEPS = 40;
const { computedBytesMax: MAX, replacedBytesMax: REPLACED_MAX } = LIMITS.query;

/** Each would have more than 2^40 bytes or values at its end. */
const GROWING: Readonly<Record<string, string>> = {
  concatenation: 'eval x=x . x',
  'concatenation of lists': 'eval x=split(x,"b") . x',
  'plus of texts': 'eval x=x+x',
  'replace()': 'eval x=replace(x,"(.)","\\1\\1")',
  'mvjoin()': 'eval x=mvjoin(mvappend(x,x),"a")',
  'mvappend()': 'eval x=mvappend(x,x)',
  'mvzip()': 'eval x=mvzip(x,x)',
  'printf()': 'eval x=printf("%s%s",x,x)',
  'json_array()': 'eval x=json_array(x,x)',
  'json_object() of a key': 'eval x=json_object(x,x)',
  'json_append()': 'eval x=json_append("{\\"a\\": []}","a",x,"a",x)',
  'mv_to_json_array()': 'eval x=mv_to_json_array(x)',
  'rex mode=sed': 'rex field=x mode=sed "s/./&&/g"',
  'rex mode=sed with groups': 'rex field=x mode=sed "s/(.+)/\\1\\1/"',
  nomv: 'eval x=mvappend(x,x) | nomv x',
  strcat: 'strcat x x x',
  foreach: 'foreach x [eval <<FIELD>>=<<FIELD>> . <<FIELD>>]',
};

onBothEngines((engine) => {
  const opened = openSearch({ now: NOW, engine });
  after(async () => {
    await (await opened)[Symbol.asyncDispose]();
  });
  const refusal = async (query: string): Promise<string> => {
    const search = await opened;
    return search.rows(query).then(
      (rows) => JSON.stringify(rows).slice(0, 200),
      (error: unknown) =>
        error instanceof AppError ? `${error.code}: ${error.message}` : String(error),
    );
  };

  for (const [name, stage] of Object.entries(GROWING)) {
    test(`${name} that doubles a text is stopped before it is too large`, async () => {
      const query = `| makeresults | eval x="aaaa" | ${Array.from({ length: STEPS }, () => stage).join(' | ')}`;
      assert.match(
        await refusal(query),
        /^QUERY_MEMORY_LIMIT: The query would compute a text or list of more than 4 MB/,
      );
    });
  }

  test('so are the same functions within each other', async () => {
    const nested = (wrap: (inner: string) => string): string => {
      let text = '"aaaa"';
      for (let depth = 0; depth < 24; depth++) text = wrap(text);
      return `| makeresults | eval x=${text}`;
    };
    for (const wrap of [
      (inner: string) => `replace(${inner},"(.)","\\1\\1")`,
      (inner: string) => `mvjoin(split(${inner},"a"),"aaa")`,
    ]) {
      const outcome = await refusal(nested(wrap));
      assert.match(outcome, /^QUERY_MEMORY_LIMIT/);
    }
  });

  test('what is just small enough is computed', async () => {
    const half = `| makeresults | eval x="a" ${'| eval x=x . x '.repeat(Math.log2(MAX / 2))}`;
    assert.equal(
      Number((await (await opened).rows(`${half} | eval n=len(x . x) | table n`))[0]?.['n']),
      MAX,
    );
    assert.match(
      await refusal(`${half} | eval y="a" | eval n=len(x . x . y) | table n`),
      /^QUERY_MEMORY_LIMIT/,
    );

    const replacement = 'b'.repeat(REPLACED_MAX / MAX - 1);
    const replaced = (size: string) =>
      `${half} | eval x=x . x | eval x=${size} | eval n=len(replace(x,"^.","${replacement}")) | table n`;
    const [row] = await (await opened).rows(replaced('x'));
    assert.equal(Number(row?.['n']), MAX + replacement.length - 1);
    assert.match(
      await refusal(
        `${half} | eval x=x . x | eval n=len(replace(x,"^.","b${replacement}")) | table n`,
      ),
      /^QUERY_MEMORY_LIMIT/,
    );
  });

  test('NULL and texts as they were sent stay what they are', async () => {
    const search = await opened;
    await search.insert([{ timestamp: NOW - 1_000, body: 'a', attributes: [['host', 'h1']] }]);
    const query =
      '* | eval a=host."-".event, b=host.missing, c=replace(missing,"a","bb"), d=mvjoin(missing,","), e=mvjoin(mvappend(host,"x"),","), f=(host+"y")."z" | table a b c d e f';
    assert.deepEqual(await search.rows(query), [
      { a: 'h1-a', b: null, c: null, d: null, e: 'h1,x', f: 'h1yz' },
    ]);
  });
});
