/** Calls the evaluation endpoint, which takes access tokens alone: this window makes itself one for an hour. */
import type {
  EvaluationPreview,
  EvaluationRequest,
  EvaluationResult,
} from '../../../../src/contract/evaluation.ts';
import { ApiError, call, request } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';

interface KeptToken {
  readonly organization: string;
  readonly value: string;
  readonly expiresAt: number;
}

const KEPT_AS = 'xplain-evaluation-token';
const TOKEN_MS = 60 * 60_000;
/** A token that ends during a long run would be a pity. */
const LEFT_MS_MIN = 5 * 60_000;

export async function previewEvaluation(
  organization: string,
  body: EvaluationRequest,
  signal: AbortSignal,
): Promise<EvaluationPreview> {
  return (await post(organization, body, signal)) as EvaluationPreview;
}

export async function runEvaluation(
  organization: string,
  body: EvaluationRequest,
  signal: AbortSignal,
): Promise<EvaluationResult> {
  return (await post(organization, body, signal)) as EvaluationResult;
}

async function post(
  organization: string,
  body: EvaluationRequest,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await send(await tokenFor(organization), body, signal);
  } catch (error) {
    // The token was revoked meanwhile, perhaps by somebody tidying up.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    sessionStorage.removeItem(KEPT_AS);
    return send(await tokenFor(organization), body, signal);
  }
}

async function send(token: string, body: EvaluationRequest, signal: AbortSignal): Promise<unknown> {
  const { url, method } = api.runAdhocEvaluation;
  const response = await request(url, {
    method,
    signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: unknown };
  return data;
}

async function tokenFor(organization: string): Promise<string> {
  const kept = readKept();
  const isGood = kept?.organization === organization && kept.expiresAt - Date.now() > LEFT_MS_MIN;
  if (kept !== undefined && isGood) return kept.value;
  const expiresAt = Date.now() + TOKEN_MS;
  const { data } = await call(api.createAccessToken, {
    body: {
      name: 'Evaluation in the web app',
      scopes: ['evaluations:run'],
      expiresAt: new Date(expiresAt).toISOString(),
    },
  });
  const token: KeptToken = { organization, value: data.value, expiresAt };
  sessionStorage.setItem(KEPT_AS, JSON.stringify(token));
  return token.value;
}

function readKept(): KeptToken | undefined {
  const text = sessionStorage.getItem(KEPT_AS);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as KeptToken;
  } catch {
    return undefined;
  }
}
