import type { Log } from '../../base/log.ts';
import type { Limits } from '../../spec/limits.ts';
import type { AwsCredentials } from './bedrock/sign-requests.ts';
import { makeTarget, type BedrockPlace, type ChatPlace, type Target } from './eu-target.ts';
import type { OpenedModel } from './model.ts';

/** What answers evaluations: the evaluator of the platform itself, or a model inside the EU. */
export type ModelPlace =
  | { readonly kind: 'offline' }
  | (BedrockPlace & { readonly credentials: AwsCredentials })
  | (ChatPlace & { readonly key: string | undefined });

export interface ModelNeeds {
  readonly log: Log;
  readonly limits: Limits['model'];
  readonly random?: () => number;
}

/** Opens no connection to an unproven place. Reports a refused place to the operator, once. */
export async function openModel(needs: ModelNeeds, place: ModelPlace): Promise<OpenedModel> {
  const { log } = needs;
  if (place.kind === 'offline') {
    log.warn(
      { provider: 'offline' },
      'no ai provider configured, evaluations use the built-in evaluator',
    );
    return { kind: 'offline' };
  }
  const gate = makeTarget(place);
  const opened = gate.kind === 'refused' ? gate : await open(needs, place, gate.target);
  if (opened.kind === 'refused') {
    log.error(
      { provider: place.kind, reason: opened.reason },
      'ai provider rejected, evaluations return 503',
    );
  } else if (opened.kind === 'open') {
    const { provider, region } = opened.provider;
    log.info({ provider, region }, 'ai provider is used for evaluations');
  }
  return opened;
}

async function open(
  needs: ModelNeeds,
  place: Exclude<ModelPlace, { kind: 'offline' }>,
  target: Target,
): Promise<OpenedModel> {
  const asking = { random: Math.random, ...needs };
  switch (place.kind) {
    case 'bedrock': {
      const { openBedrock } = await import('./bedrock/open-bedrock.ts');
      return openBedrock(asking, target, place.credentials);
    }
    case 'openai-compatible': {
      const { openOpenAiCompatible } =
        await import('./openai-compatible/open-openai-compatible.ts');
      return { kind: 'open', provider: openOpenAiCompatible(asking, target, place.key) };
    }
  }
}
