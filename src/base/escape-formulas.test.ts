import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormulaEscape } from './escape-formulas.ts';

/** The file, handed over in pieces of so many bytes. */
function escaped(text: string, size = 1_000): string {
  const bytes = new TextEncoder().encode(text);
  const escape = createFormulaEscape();
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    parts.push(escape.change(bytes.subarray(at, at + size)));
  }
  parts.push(escape.end());
  return Buffer.concat(parts).toString('utf8');
}

const CASES: readonly (readonly [what: string, from: string, to: string])[] = [
  ['a formula', '=1+1,b\n', "'=1+1,b\n"],
  ['in quotes', '"=cmd|\'/c calc\'!A1","b"\n', '"\'=cmd|\'/c calc\'!A1","b"\n'],
  [
    'every beginning',
    '=a,+a,-a,@a,"\ta","\ra","\na"\n',
    "'=a,'+a,'-a,'@a,\"'\ta\",\"'\ra\",\"'\na\"\n",
  ],
  ['in the last cell', 'a,-x', "a,'-x"],
  ['numbers', '-5,+5,"-5.25",-1e9,-1E+9\n', '-5,+5,"-5.25",-1e9,-1E+9\n'],
  ['what only begins like a number', '-5+1,-,+-1,-1e\n', "'-5+1,'-,'+-1,'-1e\n"],
  ['a long one', `-${'1'.repeat(50)}\n`, `'-${'1'.repeat(50)}\n`],
  ['inside a cell', 'a=b,"x,=y","x\n=y"\n', 'a=b,"x,=y","x\n=y"\n'],
  ['behind quotes in quotes', '"""=x",a\n', '"""=x",a\n'],
  ['empty cells and lines', ',"",\n\r\n\n', ',"",\n\r\n\n'],
  ['names of columns', '=sum,b\r\n1,=x\r\n', "'=sum,b\r\n1,'=x\r\n"],
  ['other letters', 'ä,＝,日本\n', 'ä,＝,日本\n'],
];

for (const [what, from, to] of CASES) {
  test(`${what}, however the file is cut`, () => {
    for (const size of [1, 2, 3, 7, 1_000]) assert.equal(escaped(from, size), to);
  });
}
