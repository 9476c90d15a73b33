import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { escapeCsv } from './escape-csv.ts';

async function escaped(...pieces: readonly string[]): Promise<string> {
  const stream = escapeCsv();
  for (const piece of pieces) stream.write(piece);
  stream.end();
  return text(stream);
}

test('no cell begins a formula, also where a piece ends in the middle', async () => {
  assert.equal(await escaped('a,=1+1\n', '@x,b\n'), "a,'=1+1\n'@x,b\n");
  assert.equal(await escaped('a,', '=1'), "a,'=1");
  assert.equal(await escaped('a,"', '=1"'), `a,"'=1"`);
  assert.equal(await escaped('a,-5'), 'a,-5');
  assert.equal(await escaped('a,-', 'x'), "a,'-x");
  assert.equal(await escaped(), '');
});
