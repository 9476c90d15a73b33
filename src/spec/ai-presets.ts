/**
 * Servers with a chat completions API, by name, so that an operator need not look up their address. What is known about each, and where
 * it was read, is in docs/evaluation/providers.md.
 */
import type { EuCountry } from './eu.ts';

interface AiPreset {
  /** Up to and with `/v1`. */
  readonly url: string;
  /** The operator runs it, so the address is only a default. */
  readonly isOwn: boolean;
  /** Where the provider documents this very host to be; otherwise the operator declares it. */
  readonly country?: EuCountry;
}

export const AI_PRESETS = {
  ionos: {
    url: 'https://openai.inference.de-txl.ionos.com/v1',
    isOwn: false,
    country: 'DE',
  },
  ovhcloud: { url: 'https://oai.endpoints.kepler.ai.cloud.ovh.net/v1', isOwn: false },
  scaleway: { url: 'https://api.scaleway.ai/v1', isOwn: false },
  stackit: {
    url: 'https://api.openai-compat.model-serving.eu01.onstackit.cloud/v1',
    isOwn: false,
  },
  'llama-cpp': { url: 'http://127.0.0.1:8080/v1', isOwn: true },
  ollama: { url: 'http://127.0.0.1:11434/v1', isOwn: true },
  vllm: { url: 'http://127.0.0.1:8000/v1', isOwn: true },
} as const satisfies Record<string, AiPreset>;
export type AiPresetName = keyof typeof AI_PRESETS;

export function presetOf(name: AiPresetName): AiPreset {
  return AI_PRESETS[name];
}
