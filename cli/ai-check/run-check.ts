import type { ModelCheckPart, ModelCheckPlan } from '../../src/contract/model-check.ts';
import { sumModelChecks } from '../../src/contract/sum-model-checks.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import type { Terminal } from '../command.ts';
import { callServer, field, type Server } from '../server/call-server.ts';

const { modelCheckQuestionsMax } = LIMITS.evaluation;
/** So many requests in a row in which the provider is silent end the check. */
const SILENT_MAX = 3;

/** Asks until all is asked, the cap is reached, or the provider stays silent; undefined where nothing was asked. */
export async function runCheck(
  terminal: Terminal,
  server: Server,
  { set, questions: count }: ModelCheckPlan,
  { model, creditsMax }: { readonly model: string | undefined; readonly creditsMax: number },
): Promise<ModelCheckPart | undefined> {
  const parts: ModelCheckPart[] = [];
  let open = Array.from({ length: count }, (_, question) => question);
  let spent = 0;
  let silent = 0;
  while (open.length > 0 && silent < SILENT_MAX) {
    terminal.progress?.(
      `${count - open.length} of ${count} questions, ${spent.toFixed(2)} credits`,
    );
    const questions = open.slice(0, modelCheckQuestionsMax);
    const left = Math.max(0, Math.floor((creditsMax - spent) * 1_000_000) / 1_000_000);
    const body = { set, questions, creditsMax: left, ...(model === undefined ? {} : { model }) };
    const call = { method: 'POST', path: '/api/v1/operator/model-check', body } as const;
    // The server has written it by the same contract.
    const part = field(await callServer(server, call), 'data') as ModelCheckPart;
    if (part.asked.length > 0) parts.push(part);
    open = open.filter((question) => !part.asked.includes(question));
    spent += part.creditsSpent;
    silent = part.stopped === 'no_answer' ? silent + 1 : 0;
    if (part.stopped === 'cap') break;
  }
  terminal.progress?.('');
  const sum = sumModelChecks(parts);
  const isCapped = open.length > 0 && silent < SILENT_MAX;
  return sum && { ...sum, stopped: isCapped ? 'cap' : sum.stopped };
}
