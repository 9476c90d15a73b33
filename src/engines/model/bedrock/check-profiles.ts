import { isEuAwsRegion } from '../../../spec/eu.ts';
import { field, listOf, parseJson } from '../read-json.ts';
import { WireError, type Transport } from '../transport.ts';
import type { SignRequest } from './sign-requests.ts';

/** Where the profiles lead: only inside the EU, somewhere outside, or unknown. */
export type ProfileCheck =
  | { readonly kind: 'inside' }
  | { readonly kind: 'outside'; readonly profile: string; readonly region: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Queries Bedrock for the regions to which each profile may route a question. Anything unclear counts as outside. */
export async function checkProfiles(
  control: Transport,
  sign: SignRequest,
  profiles: readonly string[],
  signal: AbortSignal,
): Promise<ProfileCheck> {
  const checks = await Promise.all(
    profiles.map((profile) => checkProfile(control, sign, profile, signal)),
  );
  return (
    checks.find((check) => check.kind === 'outside') ??
    checks.find((check) => check.kind === 'unknown') ?? { kind: 'inside' }
  );
}

async function checkProfile(
  control: Transport,
  sign: SignRequest,
  profile: string,
  signal: AbortSignal,
): Promise<ProfileCheck> {
  const path = `/inference-profiles/${encodeURIComponent(profile)}`;
  const { host } = control.server;
  try {
    const request = { method: 'GET', path, headers: { accept: 'application/json' } } as const;
    const answer = await control.send(await sign(request, host, signal), signal);
    if (answer.status !== 200) return { kind: 'unknown', reason: `status ${answer.status}` };
    const regions = listOf(field(parseJson(answer.body), 'models')).map(regionOf);
    const outside = regions.length === 0 ? 'none' : regions.find((name) => !isEuAwsRegion(name));
    return outside === undefined
      ? { kind: 'inside' }
      : { kind: 'outside', profile, region: outside };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { kind: 'unknown', reason: error.reason };
  }
}

/** `arn:aws:bedrock:<region>::foundation-model/…`; a profile for the whole world has no region there. */
function regionOf(model: unknown): string {
  const arn = field(model, 'modelArn');
  const region = typeof arn === 'string' ? arn.split(':')[3] : undefined;
  return region !== undefined && /^[a-z0-9-]{1,30}$/.test(region) ? region : 'unnamed';
}
