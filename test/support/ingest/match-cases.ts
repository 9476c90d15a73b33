import { pipelineEvent } from './pipeline-events.ts';

/** Events, and which of them a search expression finds. What decides in memory and what the store decides agree. */
export const MATCH_EVENTS = {
  error: pipelineEvent({ body: 'ERROR: connection refused by db.error=5', level: 'error' }),
  errors: pipelineEvent({ body: 'two errors, timeout-ms 10.0.0.12' }),
  web: pipelineEvent({
    body: '10.0.0.1 GET /api/items failed',
    index: 'web',
    source: 'nginx',
    attributes: { status: '200.0', host: 'Web-01', client: '10.1.2.3', empty: '', text: 'b' },
  }),
  umlaut: pipelineEvent({ body: 'Überlauf im Straßenbüro', attributes: { status: '404' } }),
};
type Name = keyof typeof MATCH_EVENTS;

export const MATCH_CASES: readonly [expression: string, names: readonly Name[]][] = [
  ['', ['error', 'errors', 'web', 'umlaut']],
  ['*', ['error', 'errors', 'web', 'umlaut']],
  // Words: any case, whole, cut at everything that is no letter or digit.
  ['Error', ['error']],
  ['error', ['error']],
  ['errors', ['errors']],
  ['error*', ['error', 'errors']],
  ['*rror', ['error']],
  ['*rror*', ['error', 'errors']],
  ['rror', []],
  ['überlauf', ['umlaut']],
  ['STRASSENBÜRO', []],
  ['10.0.0.1', ['web']],
  ['timeout', ['errors']],
  ['"/api/items"', ['web']],
  ['con*refused', ['error']],
  ['refused*con', []],
  // Phrases.
  ['"connection refused"', ['error']],
  ['"refused connection"', []],
  ['"connection ref"', []],
  ['"onnection refused"', []],
  // CASE and TERM.
  ['CASE(ERROR)', ['error']],
  ['CASE(Error)', []],
  ['TERM(10.0.0.1)', ['web']],
  ['TERM(10.0.0)', []],
  ['TERM(db.error=5)', ['error']],
  ['TERM(10.*.1)', ['web']],
  ['TERM(two*timeout)', []],
  // AND, OR, NOT.
  ['connection refused', ['error']],
  ['connection timeout', []],
  ['refused OR timeout', ['error', 'errors']],
  ['two error OR timeout', ['errors']],
  ['NOT error', ['errors', 'web', 'umlaut']],
  ['NOT error NOT errors', ['web', 'umlaut']],
  // Fields.
  ['level=ERROR', ['error']],
  ['level=err*', ['error']],
  ['level!=error', ['errors', 'web', 'umlaut']],
  ['source=nginx', ['web']],
  ['host=web-01', ['web']],
  ['host=CASE(web-01)', []],
  ['host=CASE(Web-01)', ['web']],
  ['host=web*', ['web']],
  ['host=eb', []],
  ['event="ERROR*"', ['error']],
  ['_raw="error*5"', ['error']],
  // Existence, != and NOT.
  ['status=*', ['web', 'umlaut']],
  ['NOT status=*', ['error', 'errors']],
  ['status!=*', []],
  ['empty=*', []],
  ['empty!=x', []],
  ['status!=200', ['umlaut']],
  ['NOT status=200', ['error', 'errors', 'umlaut']],
  // Numbers.
  ['status=200', ['web']],
  ['status=200.0', ['web']],
  ['status=20', []],
  ['status>300', ['umlaut']],
  ['status>=200', ['web', 'umlaut']],
  ['status<404', ['web']],
  ['status<=404', ['web', 'umlaut']],
  ['text>a', ['web']],
  ['text<a', []],
  ['missing<5', []],
  // IN.
  ['status IN (200, 500)', ['web']],
  ['status IN (2*, 404)', ['web', 'umlaut']],
  ['NOT status IN (404)', ['error', 'errors', 'web']],
  // Networks.
  ['client=10.0.0.0/8', ['web']],
  ['client=10.1.2.0/24', ['web']],
  ['client=10.2.0.0/16', []],
  ['client!=10.0.0.0/8', []],
  ['host=10.0.0.0/8', []],
  // Indexes.
  ['index=web', ['web']],
  ['index=WE*', ['web']],
  ['index!=web', ['error', 'errors', 'umlaut']],
  ['index=*', ['error', 'errors', 'web', 'umlaut']],
  ['_index=main OR index=web', ['error', 'errors', 'web', 'umlaut']],
];
