import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentPrompt } from './agent-prompt.ts';

test('a prompt names the query, the range and the link', () => {
  const range = { earliest: '-1h', latest: 'now' };
  const lines = agentPrompt({ query: 'level=error', ...range }, 'https://logs.example.com/s').split(
    '\n',
  );
  assert.deepEqual(lines.slice(1), [
    'query: level=error',
    'earliest: -1h',
    'latest: now',
    'link: https://logs.example.com/s',
  ]);
  assert.match(agentPrompt({ query: '', ...range }, ''), /\nquery: \*\n/);
});
