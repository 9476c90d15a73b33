import { askWithRetries, noAnswer, type AskNeeds } from '../ask-with-retries.ts';
import type { Target } from '../eu-target.ts';
import type { ModelProvider } from '../model.ts';
import { openTransport } from '../transport.ts';
import { chatRequest, readChatAnswer } from './chat.ts';

/** A server of the operator's choice, in the country that the operator declared. */
export function openOpenAiCompatible(
  needs: AskNeeds,
  target: Target,
  key: string | undefined,
): ModelProvider {
  const transport = openTransport(target.server, needs.limits);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  return {
    provider: 'openai-compatible',
    region: target.region,
    async ask(question, signal) {
      const id = target.models[question.model];
      if (id === undefined) throw noAnswer(needs.limits);
      const body = Buffer.from(JSON.stringify(chatRequest(id, question)));
      const path = `${target.path}/chat/completions`;
      const { host } = target.server;
      const asking = {
        facts: { host, region: target.region, model: id, bytesSent: body.length },
        send: (inTime: AbortSignal) =>
          transport.send({ method: 'POST', path, headers, body }, inTime),
        read: readChatAnswer,
      };
      return askWithRetries(needs, asking, signal);
    },
    [Symbol.asyncDispose]: async () => transport[Symbol.dispose](),
  };
}
