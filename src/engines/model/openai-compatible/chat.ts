/** Chat completions in the format of OpenAI-compatible servers. */
import type { ModelAnswer, ModelQuestion } from '../model.ts';
import { ANSWER_SCHEMA_NAME, temperatureOf } from '../model-settings.ts';
import { field, listOf, parseJson, sumTokens } from '../read-json.ts';

export function chatRequest(id: string, question: ModelQuestion): object {
  return {
    model: id,
    messages: [
      { role: 'system', content: question.system },
      { role: 'user', content: question.text },
    ],
    max_tokens: question.answerTokensMax,
    ...temperatureOf(question.model),
    response_format: {
      type: 'json_schema',
      json_schema: { name: ANSWER_SCHEMA_NAME, strict: true, schema: question.answerSchema },
    },
    stream: false,
  };
}

/** Undefined when the body is no chat completion. */
export function readChatAnswer(body: string): ModelAnswer | undefined {
  const answer = parseJson(body);
  const [choice] = listOf(field(answer, 'choices'));
  const message = field(choice, 'message');
  if (typeof message !== 'object' || message === null) return undefined;
  const isRefusal = typeof field(message, 'refusal') === 'string';
  const usage = field(answer, 'usage');
  return {
    text: textOf(field(message, 'content')),
    stop: isRefusal ? 'refused' : stopOf(field(choice, 'finish_reason')),
    tokensIn: sumTokens(field(usage, 'prompt_tokens')),
    tokensOut: sumTokens(field(usage, 'completion_tokens')),
  };
}

function stopOf(reason: unknown): ModelAnswer['stop'] {
  switch (reason) {
    case 'stop':
      return 'end';
    case 'length':
      return 'length';
    case 'content_filter':
      return 'filtered';
    default:
      return 'other';
  }
}

/** Text, or parts of which some are text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = listOf(content).map((part) => field(part, 'text'));
  return texts.filter((text): text is string => typeof text === 'string').join('');
}
