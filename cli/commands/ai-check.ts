import { writeFile } from 'node:fs/promises';
import type { ModelCheckPart, ModelCheckPlan } from '../../src/contract/model-check.ts';
import { checkFigures } from '../../src/contract/sum-model-checks.ts';
import { MODEL_CHECK_SETS } from '../../src/spec/evaluation.ts';
import { checkReport, markdownOf } from '../ai-check/check-report.ts';
import { runCheck } from '../ai-check/run-check.ts';
import { columns } from '../columns.ts';
import {
  EXIT,
  textOption,
  UsageError,
  type Command,
  type ExitCode,
  type Given,
  type Terminal,
} from '../command.ts';
import { printable } from '../escape.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { codeOf } from '../read-rows.ts';
import { ApiRefusal, callApi } from '../server/call-api.ts';
import { callServer, field, type Server } from '../server/call-server.ts';
import { readPassword } from '../server/read-password.ts';
import { serverAddress } from '../server/server-address.ts';

const CREDITS_MAX = 100;
const OUTPUT = 'xplain-ai-check';
/** A request asks up to five questions, each of which may take two minutes. */
const TIMEOUT_MS = 660_000;

export const aiCheckCommand: Command = {
  help:
    'Measures the model that the server is configured with: asks it about labelled cases, and compares its findings\n' +
    'with the labels and with the built-in evaluator. Without --yes, prints the cost and asks nothing. Signs in as an\n' +
    'operator, with the password from standard input or XPLAIN_ADMIN_PASSWORD. Writes a report as JSON and Markdown.\n' +
    '\n' +
    'Exit codes: 0 done; 1 not all questions were asked or answered; 2 no model, no access, or invalid input.',
  options: {
    set: {
      type: 'string',
      value: '<set>',
      help: `${Object.keys(MODEL_CHECK_SETS).join(', ')} (default sample).`,
    },
    model: {
      type: 'string',
      value: '<model>',
      help: 'Model, as in evaluations (default: the default model).',
    },
    'max-credits': {
      type: 'string',
      value: '<number>',
      help: `Cap (default ${CREDITS_MAX}). A question that could exceed it is not asked.`,
    },
    yes: { type: 'boolean', help: 'Ask the model. Without it, only the cost is printed.' },
    output: {
      type: 'string',
      value: '<name>',
      help: `Report files, without extension (default ${OUTPUT}).`,
    },
    url: {
      type: 'string',
      value: '<address>',
      help: 'Server address (default: the server configured here).',
    },
    email: {
      type: 'string',
      value: '<address>',
      help: 'Operator to sign in as (default: XPLAIN_ADMIN_EMAIL).',
    },
  },
  examples: [
    'xplain ai check --url https://logs.example.com --email ops@example.com < password',
    'xplain ai check --yes --max-credits 50',
    'xplain ai check --yes --set whole --max-credits 1000 --output before-upgrade',
  ],

  async run(terminal, given) {
    const task = readTask(given);
    const url = serverAddress(terminal, given['url']);
    if (url === undefined) return EXIT.notEvaluable;
    const email = given['email'] ?? terminal.environment['XPLAIN_ADMIN_EMAIL'];
    if (typeof email !== 'string') {
      throw new UsageError('--email is required: an operator of the installation');
    }
    const password = await readPassword(terminal);
    try {
      const server = await signIn(terminal, url, email, password);
      try {
        return await check(terminal, server, task, given['yes'] === true);
      } finally {
        await signOut(server);
      }
    } catch (error) {
      if (!(error instanceof NotEvaluable || error instanceof ApiRefusal)) throw error;
      terminal.complain(`xplain: ${error.message}`);
      return EXIT.notEvaluable;
    }
  },
};

interface Task {
  readonly set: string;
  readonly model: string | undefined;
  readonly creditsMax: number;
  readonly output: string;
}

function readTask(given: Given): Task {
  const set = textOption(given, 'set') ?? 'sample';
  if (!Object.hasOwn(MODEL_CHECK_SETS, set)) {
    throw new UsageError(`--set must be one of ${Object.keys(MODEL_CHECK_SETS).join(', ')}`);
  }
  const creditsMax = Number(textOption(given, 'max-credits') ?? CREDITS_MAX);
  if (!(creditsMax > 0 && creditsMax <= 1_000_000)) {
    throw new UsageError('--max-credits must be a number above 0 and at most 1000000');
  }
  const output = textOption(given, 'output') ?? OUTPUT;
  return { set, model: textOption(given, 'model'), creditsMax, output };
}

async function signIn(
  terminal: Terminal,
  url: string,
  email: string,
  password: string,
): Promise<Server> {
  const { cookies: cookie } = await callApi({
    url: `${url}/api/auth/sign-in/email`,
    method: 'POST',
    headers: { origin: url },
    body: { email, password },
  });
  const tell = (line: string): void => terminal.complain(line);
  return { url, token: '', cookie, timeoutMs: TIMEOUT_MS, tell };
}

/** The session would end by itself, too. */
async function signOut({ url, cookie = '' }: Server): Promise<void> {
  const headers = { origin: url, cookie };
  await callApi({ url: `${url}/api/auth/sign-out`, method: 'POST', headers, body: {} }).catch(
    () => undefined,
  );
}

async function check(
  terminal: Terminal,
  server: Server,
  task: Task,
  isMeant: boolean,
): Promise<ExitCode> {
  const query = new URLSearchParams({ set: task.set });
  if (task.model !== undefined) query.set('model', task.model);
  const path = `/api/v1/operator/model-check?${query.toString()}`;
  // The server has written it by the same contract.
  const plan = field(await callServer(server, { method: 'GET', path }), 'data') as ModelCheckPlan;
  const { least, most } = plan.creditEstimate;
  terminal.complain(
    printable(
      `${plan.cases} cases in ${plan.questions} questions to ${plan.model} (${plan.provider}, ${plan.region}): ` +
        `about ${least.toFixed(1)} credits, at most ${most.toFixed(1)}; the cap is ${task.creditsMax}.`,
    ),
  );
  if (!isMeant) {
    terminal.complain('Nothing was asked. Run again with --yes to ask the model.');
    return EXIT.ok;
  }
  const sum = await runCheck(terminal, server, plan, task);
  if (sum === undefined) {
    terminal.complain(
      'xplain: the cap is lower than the cost of one question. Raise --max-credits.',
    );
    return EXIT.notEvaluable;
  }
  const isWritten = await report(terminal, plan, sum, task);
  const isComplete = sum.asked.length === plan.questions && sum.unanswered === 0;
  return isComplete && isWritten ? EXIT.ok : EXIT.failed;
}

async function report(
  terminal: Terminal,
  plan: ModelCheckPlan,
  sum: ModelCheckPart,
  { output }: Task,
): Promise<boolean> {
  const figures = checkFigures(sum);
  const width = Math.max(...figures.map(({ model }) => model.length));
  const rows = [{ name: '', model: 'Model', offline: 'Built-in evaluator' }, ...figures].map(
    ({ name, model, offline }) => [name, `${model.padEnd(width)}  ${offline}`] as const,
  );
  for (const line of columns(rows)) terminal.print(line);
  if (sum.asked.length < plan.questions) {
    const why = sum.stopped === 'cap' ? 'the cap was reached' : 'the provider did not answer';
    terminal.complain(
      `Only ${sum.asked.length} of ${plan.questions} questions were asked: ${why}.`,
    );
  }
  const made = checkReport(plan, sum, new Date());
  try {
    await writeFile(`${output}.json`, `${JSON.stringify(made, null, 2)}\n`);
    await writeFile(`${output}.md`, markdownOf(made));
    terminal.complain(`Wrote ${output}.json and ${output}.md.`);
    return true;
  } catch (error) {
    terminal.complain(`xplain: can't write ${output}.json or ${output}.md (${codeOf(error)})`);
    return false;
  }
}
