/** What agents did: in the index `_agents` with masked arguments and never a result, and as metrics. */
import type { Actor } from '../../../base/actor.ts';
import { newId } from '../../../base/ids.ts';
import type { LogRecord } from '../../../base/record.ts';
import type { AgentToolName } from '../../../contract/agent-tools.ts';
import { actorName } from '../../../guard/audit/index.ts';
import { RESERVED_INDEXES } from '../../../spec/reserved-indexes.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { maskSecrets } from '../answers/mask-secrets.ts';
import { beginningOf, showText } from '../answers/show-text.ts';
import type { AgentNeeds } from '../agent-needs.ts';
import type { ToolOutcome } from '../calling/run-tool.ts';

export interface RecordedCall {
  readonly actor: Actor;
  readonly credential: string;
  readonly client: string;
  readonly tool: AgentToolName;
  readonly input: unknown;
  readonly ms: number;
  readonly outcome: Omit<ToolOutcome, 'text'>;
}

export type RecordCall = (call: RecordedCall) => void;

const INDEX = '_agents';
const ARGUMENT_CHARACTERS_MAX = 2_000;
const TOKEN_BUCKETS = [100, 300, 1_000, 3_000, 6_000, 10_000, 20_000];
const SECOND_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

export function createCallRecords(needs: AgentNeeds): RecordCall {
  const append = needs.appendReserved.bind(undefined, 'features/agents');
  const { metrics } = needs;
  const calls = metrics.counter(
    'xplain_agent_calls_total',
    'Tool calls of agents, by tool and outcome.',
    ['tool', 'outcome'],
  );
  const tokens = metrics.histogram(
    'xplain_agent_tokens',
    'Estimated tokens of responses to agents, by tool.',
    TOKEN_BUCKETS,
    ['tool'],
  );
  const seconds = metrics.histogram(
    'xplain_agent_seconds',
    'Duration of tool calls of agents, by tool.',
    SECOND_BUCKETS,
    ['tool'],
  );
  const cuts = metrics.counter(
    'xplain_agent_cut_total',
    'Truncated responses to agents, by reason.',
    ['reason'],
  );
  return (call) => {
    const { tool, outcome, ms } = call;
    calls.add(1, { tool, outcome: outcome.outcome });
    tokens.observe(outcome.tokens, { tool });
    seconds.observe(ms / SECOND_MS, { tool });
    for (const reason of outcome.cut) cuts.add(1, { reason });
    append(call.actor.organization, [recordOf(call, needs.clock.now())]).catch((error: unknown) =>
      needs.log.warn({ err: error, tool }, 'recording the call of an agent failed'),
    );
  };
}

function recordOf(call: RecordedCall, now: number): LogRecord {
  const { actor, credential, client, tool, input, ms, outcome } = call;
  const text = JSON.stringify(input) ?? '{}';
  const args = showText(maskSecrets(beginningOf(text, ARGUMENT_CHARACTERS_MAX)).text);
  return {
    organization: actor.organization,
    index: INDEX,
    timestamp: now,
    receivedAt: now,
    retentionDays: RESERVED_INDEXES[INDEX].keptDays,
    level: outcome.outcome === 'ok' ? 'info' : 'warn',
    source: 'xplain',
    id: newId('request'),
    body: `${tool} ${outcome.outcome}`,
    attributes: [
      ['caller', actorName(actor)],
      ['credential', credential],
      ['client', client],
      ['tool', tool],
      ['arguments', args],
      ['rows', String(outcome.rows)],
      ['tokens', String(outcome.tokens)],
      ['ms', String(Math.round(ms))],
      ['outcome', outcome.outcome],
    ],
  };
}
