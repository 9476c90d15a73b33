/** Bedrock's Converse: one question and its answer. */
import type { ModelAnswer, ModelQuestion } from '../model.ts';
import { ANSWER_SCHEMA_NAME, temperatureOf } from '../model-settings.ts';
import { field, listOf, parseJson, sumTokens } from '../read-json.ts';

export function converseRequest(question: ModelQuestion): object {
  return {
    system: [{ text: question.system }],
    messages: [{ role: 'user', content: [{ text: question.text }] }],
    inferenceConfig: { maxTokens: question.answerTokensMax, ...temperatureOf(question.model) },
    outputConfig: {
      textFormat: {
        type: 'json_schema',
        structure: {
          // The service wants the schema as a text.
          jsonSchema: { name: ANSWER_SCHEMA_NAME, schema: JSON.stringify(question.answerSchema) },
        },
      },
    },
  };
}

/** Undefined when the body is no answer of Converse. */
export function readConverseAnswer(body: string): ModelAnswer | undefined {
  const answer = parseJson(body);
  const message = field(field(answer, 'output'), 'message');
  if (typeof message !== 'object' || message === null) return undefined;
  const texts = listOf(field(message, 'content')).map((part) => field(part, 'text'));
  const usage = field(answer, 'usage');
  return {
    text: texts.filter((text): text is string => typeof text === 'string').join(''),
    stop: stopOf(field(answer, 'stopReason')),
    // Tokens read from or written to a cache are counted separately from the other input.
    tokensIn: sumTokens(
      field(usage, 'inputTokens'),
      field(usage, 'cacheReadInputTokens'),
      field(usage, 'cacheWriteInputTokens'),
    ),
    tokensOut: sumTokens(field(usage, 'outputTokens')),
  };
}

function stopOf(reason: unknown): ModelAnswer['stop'] {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
      return 'end';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'refusal':
      return 'refused';
    case 'content_filtered':
    case 'guardrail_intervened':
      return 'filtered';
    default:
      return 'other';
  }
}
