/**
 * Public services that run models, and gateways to them. Their names do not guarantee an answer from inside the EU, so
 * a declared country does not allow them: operators can only vouch for their own servers. Bedrock is listed because it
 * has its own provider, which knows its regions.
 */
const PUBLIC_AI_DOMAINS = [
  'ai21.com',
  'aliyuncs.com',
  'amazonaws.com',
  'anthropic.com',
  'anyscale.com',
  'api.aws',
  'azure.com',
  'azure.us',
  'baseten.co',
  'bigmodel.cn',
  'cerebras.ai',
  'claude.ai',
  'claude.com',
  'cloudflare.com',
  'cohere.ai',
  'cohere.com',
  'databricks.com',
  'deepinfra.com',
  'deepseek.com',
  'fireworks.ai',
  'github.ai',
  'githubcopilot.com',
  'googleapis.com',
  'groq.com',
  'huggingface.co',
  'hyperbolic.xyz',
  'lepton.ai',
  'minimax.chat',
  'minimax.io',
  'mistral.ai',
  'moonshot.ai',
  'moonshot.cn',
  'novita.ai',
  'nvidia.com',
  'openai.com',
  'openrouter.ai',
  'perplexity.ai',
  'poe.com',
  'replicate.com',
  'requesty.ai',
  'sambanova.ai',
  'together.ai',
  'together.xyz',
  'vercel.app',
  'vercel.sh',
  'volces.com',
  'windows.net',
  'x.ai',
  'z.ai',
] as const;

/** Returns the listed domain that a host name belongs to. */
export function publicAiDomain(host: string): string | undefined {
  return PUBLIC_AI_DOMAINS.find((domain) => host === domain || host.endsWith(`.${domain}`));
}
