import assert from 'node:assert/strict';
import { countTokens } from '../../../src/features/agents/answers/count-tokens.ts';
import { callMcp } from './call-mcp.ts';

export interface Told {
  readonly text: string;
  /** The first table. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Calls of tools, one after the other, and what they took of the context of an assistant. */
export function startConversation(url: string, token: string) {
  const lines: string[] = [];
  let calls = 0;
  return {
    async call(name: string, input: object): Promise<Told> {
      calls += 1;
      const params = { name, arguments: input };
      const answer = await callMcp(url, token, { id: calls, method: 'tools/call', params });
      const { result } = (await answer.json()) as {
        result?: { content: { text: string }[]; isError: boolean };
      };
      const text = result?.content[0]?.text ?? '';
      assert.ok(result?.isError === false, `${name}: ${answer.status} ${text}`);
      lines.push(JSON.stringify(params), text);
      return { text, ...firstTable(text) };
    },
    transcript: () => lines.join('\n'),
    spent: () => ({ calls, tokens: countTokens(lines.join('\n')) }),
  };
}

function firstTable(text: string): Pick<Told, 'columns' | 'rows'> {
  const [, inner = ''] = /<<data [^\n]*\n([^]*?)\n(?:\n[^]*)?<<end /.exec(text) ?? [];
  const lines = inner.split('\n').filter((line) => !/^(common|table): /.test(line));
  const [columns = [], ...rows] = lines.map(readCsvLine);
  return { columns, rows };
}

function readCsvLine(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );
}
