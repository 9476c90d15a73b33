import { queryOptions } from '@tanstack/react-query';
import type { listProviders } from '../../../src/contract/accounts.ts';
import type { AnswerOf } from '../../../src/contract/endpoint.ts';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { keepAnswer, keptAnswer } from '../data/recent-answers.ts';

/** Ways to sign in, of the installation or of an organization's link, who may sign up, and whether mail is sent. */
export function providersOf(organization?: string) {
  return queryOptions({
    queryKey: ['providers', organization ?? ''],
    queryFn: async ({ signal }) => readWays(organization, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readWays(organization: string | undefined, signal: AbortSignal) {
  const name = `ways:${organization ?? ''}`;
  const kept = keptAnswer<AnswerOf<typeof listProviders>>(name);
  if (kept !== undefined) return kept.answer;
  const query = organization === undefined ? {} : { organization };
  const ways = await call(api.listProviders, { query }, signal);
  keepAnswer(name, ways);
  return ways;
}
