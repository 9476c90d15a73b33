import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { AGENT_TOOLS, type AgentToolName } from '../../../contract/agent-tools.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { countTokens } from '../answers/count-tokens.ts';
import { PROMPT_DEFINITIONS, writePrompt } from '../prompts/prompts.ts';
import { languagePage } from '../tools/language-help.ts';
import { showTool, TOOL_NAMES } from '../tools/permitted-tools.ts';
import { COMMANDS } from '../../../language/index.ts';
import { readArguments } from './run-tool.ts';
import { WrongArguments } from './wrong-arguments.ts';

const { agents } = LIMITS;
const query = '*';
const long = (length: number): string => 'x'.repeat(length);
const list = (length: number): string[] => Array.from({ length }, (_, at) => `v${at}`);

/** Tool, the other arguments, the one in question, the most or least it takes, and the first value beyond. */
const BOUNDS: readonly [AgentToolName, object, string, unknown, unknown][] = [
  ['logs_search', { query }, 'maxTokens', agents.tokensMin, agents.tokensMin - 1],
  ['logs_search', { query }, 'maxTokens', agents.tokensMax, agents.tokensMax + 1],
  ['logs_search', { query }, 'limit', agents.rowsMax, agents.rowsMax + 1],
  ['logs_search', { query }, 'limit', 1, 0],
  [
    'logs_search',
    { query },
    'lineCharacters',
    agents.lineCharactersMin,
    agents.lineCharactersMin - 1,
  ],
  [
    'logs_search',
    { query },
    'lineCharacters',
    agents.lineCharactersMax,
    agents.lineCharactersMax + 1,
  ],
  ['logs_search', { query }, 'fields', list(agents.cellsMax), list(agents.cellsMax + 1)],
  [
    'logs_search',
    {},
    'query',
    long(agents.queryCharactersMax),
    long(agents.queryCharactersMax + 1),
  ],
  ['logs_count', { query }, 'buckets', agents.bucketsMax, agents.bucketsMax + 1],
  ['logs_count', { query }, 'by', list(2), list(3)],
  ['logs_patterns', { query }, 'limit', agents.patternsMax, agents.patternsMax + 1],
  ['logs_event', { id: 'a' }, 'before', agents.neighboursMax, agents.neighboursMax + 1],
  ['logs_event', { id: 'a' }, 'after', agents.neighboursMax, agents.neighboursMax + 1],
  [
    'evaluate',
    { query },
    'criteria',
    long(agents.criteriaCharactersMax),
    long(agents.criteriaCharactersMax + 1),
  ],
  [
    'evaluate',
    { query, criteria: 'c' },
    'expectedItems',
    list(agents.expectedItemsMax).map((id) => ({ id, description: id })),
    list(agents.expectedItemsMax + 1).map((id) => ({ id, description: id })),
  ],
  ['evaluate', { query, criteria: 'c' }, 'maxCredits', agents.creditsMax, agents.creditsMax + 1],
  ['dashboard_data', { id: 'd' }, 'panels', list(agents.panelsMax), list(agents.panelsMax + 1)],
  [
    'alert_update',
    { id: 'i', action: 'snooze' },
    'seconds',
    agents.snoozeSecondsMax,
    agents.snoozeSecondsMax + 1,
  ],
];

test('each argument is taken up to its bound, and refused by its path beyond', () => {
  for (const [tool, others, name, most, beyond] of BOUNDS) {
    assert.deepEqual(
      readArguments(tool, { ...others, [name]: most })[name],
      most,
      `${tool}.${name}`,
    );
    assert.throws(
      () => readArguments(tool, { ...others, [name]: beyond }),
      (error) => error instanceof WrongArguments && error.path.startsWith(name),
      `${tool}.${name}`,
    );
  }
  assert.throws(() => readArguments('logs_search', { query, other: 1 }), WrongArguments);
  assert.throws(() => readArguments('logs_search', {}), WrongArguments);
});

test('what is left out has the value that is documented', () => {
  const { limit, earliest, latest, maxTokens, lineCharacters } = readArguments('logs_search', {
    query,
  });
  assert.deepEqual(
    [limit, earliest, latest, maxTokens, lineCharacters],
    [agents.rowsDefault, '-1h', 'now', agents.tokensDefault, agents.lineCharactersDefault],
  );
  assert.equal(readArguments('logs_count', { query })['buckets'], agents.bucketsDefault);
  assert.equal(readArguments('logs_patterns', { query })['limit'], agents.patternsDefault);
  assert.equal(
    readArguments('evaluate', { query, criteria: 'c' })['maxCredits'],
    agents.creditsDefault,
  );
});

const GOLDEN = new URL('golden/tools.json', import.meta.url);

test('the definitions of the tools are those that were agreed on, and small', () => {
  const text = JSON.stringify(TOOL_NAMES.map(showTool), undefined, 2);
  if (process.env['XPLAIN_GOLDEN'] === 'write') writeFileSync(GOLDEN, `${text}\n`);
  assert.deepEqual(JSON.parse(text), JSON.parse(readFileSync(GOLDEN, 'utf8')));
  assert.equal(Object.keys(AGENT_TOOLS).length, 17);
  // A token is reckoned as three bytes here.
  const tokens = JSON.stringify(TOOL_NAMES.map(showTool)).length / 3;
  assert.ok(tokens <= 4_000, String(tokens));
});

test('pages of the language and prompts fit their budgets', () => {
  for (const topic of [undefined, ...Object.keys(COMMANDS)]) {
    const page = languagePage(topic);
    assert.ok(page !== undefined && page.length > 20, topic);
    assert.ok(countTokens(page) <= agents.helpTokensMax, topic);
  }
  assert.equal(languagePage('nonsense'), undefined);
  for (const { name, arguments: wanted } of PROMPT_DEFINITIONS) {
    const given = Object.fromEntries(wanted.map((argument) => [argument.name, 'x']));
    const text = writePrompt(name, given);
    assert.ok(
      text !== undefined && text.includes('ids of the events') && !text.includes('{'),
      name,
    );
    assert.ok(text.length / 3 <= 400, name);
    assert.equal(writePrompt(name, {}), undefined);
  }
});
