/** The components that one or two calls tell about. */
import { LIMITS } from '../../../spec/limits.ts';
import { fieldOf } from './call-target.ts';
import { bySpeed, type Check, down, judgeRefusal, none } from './judge-answer.ts';
import type { RoundNeeds, Target } from './target.ts';

export async function checkApi(needs: RoundNeeds, { url }: Target): Promise<Check> {
  const answer = await needs.call({ url: `${url}/health` });
  if (answer.kind === 'failed') return down(answer.reason);
  if (answer.status !== 200) return down('refused');
  return bySpeed(answer.elapsedMs, LIMITS.status.healthMsSlow);
}

/** Fetches the page and the first script it references: the page alone can be available while the script is not. */
export async function checkWebApp(needs: RoundNeeds, { url }: Target): Promise<Check> {
  const page = await needs.call({ url: `${url}/` });
  if (page.kind === 'failed') return down(page.reason);
  if (page.status !== 200) return down('refused');
  const source = /<script\b[^>]*\bsrc="(\/[\w./-]{1,200})"/.exec(page.text)?.[1];
  if (source === undefined) return down('wrong_answer');
  const script = await needs.call({ url: `${url}${source}` });
  if (script.kind === 'failed') return down(script.reason);
  if (script.status !== 200) return down('refused');
  // An address of the app that does not exist is answered with its page.
  if (!script.contentType.includes('javascript')) return down('wrong_answer');
  return bySpeed(page.elapsedMs + script.elapsedMs, LIMITS.status.webMsSlow);
}

const PREVIEW_ROWS = [
  'probe step 1 of 5 started',
  'probe step 2 of 5 read 17 rows',
  'probe step 3 of 5 wrote 17 rows',
  'probe step 4 of 5 checked 17 rows',
  'probe step 5 of 5 done',
];

export async function checkEvaluation(needs: RoundNeeds, { url, token }: Target): Promise<Check> {
  if (token === undefined) return none('not_set_up');
  const answer = await needs.call({
    url: `${url}/api/v1/evaluations/run-adhoc`,
    method: 'POST',
    bearer: token,
    body: { rows: PREVIEW_ROWS, preview: true },
  });
  if (answer.kind === 'failed' || answer.status !== 200) return judgeRefusal(answer);
  if (fieldOf(answer, 'data', 'inputRowCount') !== PREVIEW_ROWS.length) return down('wrong_answer');
  return bySpeed(answer.elapsedMs, LIMITS.status.previewMsSlow);
}

/** Whether any control address responds. Without control addresses, assumed to be true. */
export async function isOnline(needs: RoundNeeds, { controls }: Target): Promise<boolean> {
  if (controls.length === 0) return true;
  const answers = await Promise.all(controls.map((url) => needs.call({ url })));
  return answers.some(({ kind }) => kind === 'answer');
}
