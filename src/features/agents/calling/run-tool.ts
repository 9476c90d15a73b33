import { AGENT_TOOLS, type AgentToolName } from '../../../contract/agent-tools.ts';
import { defaultsOf } from '../../../http/coerce-query.ts';
import { explainProblems } from '../../../contract/explain-problems.ts';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { type AnswerForm, writeAnswer, type WrittenAnswer } from '../answers/write-answer.ts';
import type { RunTool, ToolCaller } from '../tools/tool.ts';
import { lineOf, ToolProblem, ToolRefusal } from '../tools/tool-problem.ts';
import { TOOLS } from '../tools/tools.ts';
import { WrongArguments } from './wrong-arguments.ts';

export interface ToolOutcome extends WrittenAnswer {
  /** `ok`, or the code of what went wrong. */
  readonly outcome: string;
}

/**
 * Runs one call of a tool: checks its arguments, counts the call, and returns any result as one text within the budget.
 */
export async function runTool(
  caller: ToolCaller,
  name: AgentToolName,
  given: unknown,
  isMasked: boolean,
): Promise<ToolOutcome> {
  const input = readArguments(name, given);
  const form = formOf(name, input, isMasked);
  try {
    await countCall(caller);
    const run = TOOLS[name] as unknown as RunTool<'logs_search'>;
    const answer = await run(caller, input as never);
    return { ...writeAnswer(name, answer, form), outcome: 'ok' };
  } catch (error) {
    return writeFailure(error);
  }
}

export function readArguments(name: AgentToolName, given: unknown): Record<string, unknown> {
  const schema = AGENT_TOOLS[name].input as JsonSchema;
  const [problem] = explainProblems(schema, given, 1);
  if (problem !== undefined) throw new WrongArguments(problem.path || 'arguments', problem.message);
  const input = { ...(given as Record<string, unknown>) };
  defaultsOf(schema)?.(input);
  return input;
}

function formOf(
  name: AgentToolName,
  input: Readonly<Record<string, unknown>>,
  isMasked: boolean,
): AnswerForm {
  const { tokensDefault, describeTokensMax, lineCharactersDefault } = LIMITS.agents;
  const tokensMax = name === 'describe' ? describeTokensMax : Infinity;
  return {
    maxTokens: Math.min(Number(input['maxTokens'] ?? tokensDefault), tokensMax),
    lineCharacters: Number(input['lineCharacters'] ?? lineCharactersDefault),
    format: input['format'] === 'json' ? 'json' : 'text',
    isMasked,
  };
}

/** All credentials of one person are one caller: more of them get no more. */
async function countCall({ needs, actor }: ToolCaller): Promise<void> {
  const limit = needs.rates.agentCalls;
  if (limit === 0) return;
  const { organization, who } = actor;
  const caller = who.kind === 'access_token' ? who.user : 'id' in who ? who.id : '';
  const key = `rate:agentCalls:${organization}:${caller}`;
  const state = await needs.counters.hit(key, limit, LIMITS.rates.windowMs);
  if (state.isAllowed) return;
  const seconds = Math.max(1, Math.ceil(state.retryAfterMs / SECOND_MS));
  throw new ToolRefusal('RATE_LIMITED', `RATE_LIMITED: retry in ${seconds} s`);
}

function writeFailure(error: unknown): ToolOutcome {
  if (error instanceof ToolRefusal) return { ...failed(error.message), outcome: error.code };
  if (error instanceof ToolProblem) {
    return { ...failed(lineOf(error.failure)), outcome: error.failure.code };
  }
  throw error;
}

function failed(text: string): WrittenAnswer {
  return { text, tokens: 0, rows: 0, cut: [] };
}
