import assert from 'node:assert/strict';
import { askWithRetries, noAnswer, notConfigured, type AskNeeds } from '../ask-with-retries.ts';
import type { Target } from '../eu-target.ts';
import type { ModelProvider, OpenedModel } from '../model.ts';
import { openTransport, type Transport } from '../transport.ts';
import { checkProfiles, type ProfileCheck } from './check-profiles.ts';
import { converseRequest, readConverseAnswer } from './converse.ts';
import { openSigner, type AwsCredentials, type SignRequest } from './sign-requests.ts';

/** The longest delay that a timer of Node takes. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Bedrock in one region of the EU, once its profiles are seen to lead nowhere else. */
export async function openBedrock(
  needs: AskNeeds,
  target: Target,
  credentials: AwsCredentials,
): Promise<OpenedModel> {
  assert(target.control !== undefined);
  const sign = await openSigner(target.region, credentials);
  const control = openTransport(target.control, needs.limits);
  const runtime = openTransport(target.server, needs.limits);
  const check = async (): Promise<ProfileCheck> => {
    const signal = AbortSignal.timeout(needs.limits.profileCheckMsMax);
    return checkProfiles(control, sign, Object.values(target.models), signal);
  };
  const first = await checkOrUnknown(check);
  report(needs, target, first);
  if (first.kind === 'outside') {
    control[Symbol.dispose]();
    runtime[Symbol.dispose]();
    return { kind: 'refused', reason: reasonOf(first) };
  }
  return { kind: 'open', provider: serve(needs, { target, runtime, control, sign }, check, first) };
}

interface Line {
  readonly target: Target;
  readonly runtime: Transport;
  readonly control: Transport;
  readonly sign: SignRequest;
}

function serve(
  needs: AskNeeds,
  line: Line,
  check: () => Promise<ProfileCheck>,
  first: ProfileCheck,
): ModelProvider {
  const { target, runtime, sign } = line;
  const { host } = target.server;
  const watch = watchProfiles(needs, target, check, first);
  return {
    provider: 'bedrock',
    region: target.region,
    async ask(question, signal) {
      const id = target.models[question.model];
      if (id === undefined) throw notConfigured(question.model, Object.keys(target.models));
      if (!watch.isInside()) throw noAnswer(needs.limits);
      const body = Buffer.from(JSON.stringify(converseRequest(question)));
      const path = `/model/${encodeURIComponent(id)}/converse`;
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const request = { method: 'POST', path, headers, body } as const;
      const asking = {
        facts: { host, region: target.region, model: id, bytesSent: body.length },
        send: async (inTime: AbortSignal) =>
          runtime.send(await sign(request, host, inTime), inTime),
        read: readConverseAnswer,
      };
      return askWithRetries(needs, asking, signal);
    },
    [Symbol.asyncDispose]: async () => {
      watch[Symbol.dispose]();
      line.control[Symbol.dispose]();
      runtime[Symbol.dispose]();
    },
  };
}

/**
 * Checks periodically where the profiles lead. No questions are sent while this is unknown; the next check may resolve
 * it. Profiles that have once led out of the EU stay blocked until an operator has checked them and restarts.
 */
function watchProfiles(
  needs: AskNeeds,
  target: Target,
  check: () => Promise<ProfileCheck>,
  first: ProfileCheck,
): Disposable & { isInside(): boolean } {
  const { profileCheckEveryMs, profileCheckAgainMs } = needs.limits;
  let found = first;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const lookLater = (): void => {
    if (isOver || found.kind === 'outside') return;
    const afterMs = found.kind === 'inside' ? profileCheckEveryMs : profileCheckAgainMs;
    timer = setTimeout(() => void look(), Math.min(afterMs, TIMER_MS_MAX)).unref();
  };
  const look = async (): Promise<void> => {
    found = await checkOrUnknown(check);
    report(needs, target, found);
    lookLater();
  };
  lookLater();
  return {
    isInside: () => found.kind === 'inside',
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

async function checkOrUnknown(check: () => Promise<ProfileCheck>): Promise<ProfileCheck> {
  try {
    return await check();
  } catch {
    return { kind: 'unknown', reason: 'fault' };
  }
}

function report({ log }: AskNeeds, { region }: Target, check: ProfileCheck): void {
  switch (check.kind) {
    case 'inside':
      return log.info({ region }, 'all inference profiles route to the eu');
    case 'unknown':
      return log.error(
        { region, reason: check.reason },
        'inference profiles not verified, evaluations disabled until they are',
      );
    case 'outside':
      return log.error(
        { region, profile: check.profile, leadsTo: check.region },
        'inference profile routes outside the eu, evaluations disabled',
      );
  }
}

function reasonOf(check: ProfileCheck & { kind: 'outside' }): string {
  return `the inference profile ${check.profile} leads to ${check.region}, which is not in the EU`;
}
