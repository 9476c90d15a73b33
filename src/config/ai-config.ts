import type { AiConfig } from './config.ts';
import type { Values, VariableName } from './variables.ts';

export function aiConfig(values: Values): AiConfig {
  return { offlineRegion: values.XPLAIN_REGION, place: placeOf(values) };
}

function placeOf(values: Values): AiConfig['place'] {
  const models = {
    'haiku-4-5': values.XPLAIN_AI_MODEL_HAIKU_4_5,
    'sonnet-4-6': values.XPLAIN_AI_MODEL_SONNET_4_6,
    'opus-4-7': values.XPLAIN_AI_MODEL_OPUS_4_7,
  };
  const { XPLAIN_AI_PROVIDER: kind, XPLAIN_AI_URL: url, XPLAIN_AI_KEY: key } = values;
  switch (kind) {
    case 'offline':
      return { kind };
    case 'bedrock': {
      const region = values.XPLAIN_AI_REGION;
      return { kind, region, models, credentials: credentialsOf(values), url };
    }
    case 'openai-compatible':
      return { kind, url, country: values.XPLAIN_AI_COUNTRY, models, key };
    default: {
      const country = values.XPLAIN_AI_COUNTRY;
      return { kind: 'openai-compatible', preset: kind, url, country, models, key };
    }
  }
}

type Credentials = (AiConfig['place'] & { kind: 'bedrock' })['credentials'];

function credentialsOf(values: Values): Credentials {
  const { XPLAIN_AI_KEY: key, XPLAIN_AI_ACCESS_KEY_ID: accessKeyId } = values;
  const secretAccessKey = values.XPLAIN_AI_SECRET_ACCESS_KEY;
  if (key !== undefined) return { kind: 'bearer', key };
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { kind: 'keys', accessKeyId, secretAccessKey };
  }
  return { kind: 'found', profile: values.XPLAIN_AI_AWS_PROFILE };
}

/** What only a model uses: set without a provider, it shows that somebody expects one. */
const FOR_MODELS = [
  'XPLAIN_AI_REGION',
  'XPLAIN_AI_URL',
  'XPLAIN_AI_COUNTRY',
  'XPLAIN_AI_KEY',
  'XPLAIN_AI_ACCESS_KEY_ID',
  'XPLAIN_AI_AWS_PROFILE',
  'XPLAIN_AI_MODEL_HAIKU_4_5',
  'XPLAIN_AI_MODEL_SONNET_4_6',
  'XPLAIN_AI_MODEL_OPUS_4_7',
] as const satisfies readonly VariableName[];

export function aiWarnings(values: Values): string[] {
  if (values.XPLAIN_AI_PROVIDER !== 'offline') return [];
  const set = FOR_MODELS.find((name) => values[name] !== undefined);
  if (set === undefined) return [];
  return [
    `${set} is set, but XPLAIN_AI_PROVIDER is offline: evaluations use the built-in evaluator`,
  ];
}
