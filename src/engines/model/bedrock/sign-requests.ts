import { createHash } from 'node:crypto';
import { WireError, type WireRequest } from '../transport.ts';

/** The credentials: a Bedrock API key, an AWS key pair, or those that the machine provides. */
export type AwsCredentials =
  | { readonly kind: 'bearer'; readonly key: string }
  | { readonly kind: 'keys'; readonly accessKeyId: string; readonly secretAccessKey: string }
  /** Variables, a profile of the AWS files, a role of the machine: in the order AWS tools use. */
  | { readonly kind: 'found'; readonly profile: string | undefined };

/** The same request with what proves who sends it. Throws a WireError when there are no credentials. */
export type SignRequest = (
  request: WireRequest,
  host: string,
  signal: AbortSignal,
) => Promise<WireRequest>;

const SERVICE = 'bedrock';

export async function openSigner(
  region: string,
  credentials: AwsCredentials,
): Promise<SignRequest> {
  if (credentials.kind === 'bearer') {
    const authorization = `Bearer ${credentials.key}`;
    return async (request) => ({ ...request, headers: { ...request.headers, authorization } });
  }
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const { Sha256 } = await import('@aws-crypto/sha256-js');
  const signer = new SignatureV4({
    service: SERVICE,
    region,
    credentials: await sourceOf(region, credentials),
    sha256: Sha256,
  });
  return async (request, host, signal) => {
    const signed = signer.sign({
      method: request.method,
      protocol: 'https:',
      hostname: host,
      path: request.path,
      headers: { ...request.headers, host, 'x-amz-content-sha256': hashOf(request.body) },
    });
    const { headers } = await whileWanted(signed, signal);
    return { ...request, headers };
  };
}

/** Only these calls of the package access the network, and only for credentials: rows never pass through it. */
async function sourceOf(region: string, credentials: AwsCredentials & { kind: 'keys' | 'found' }) {
  if (credentials.kind === 'keys') {
    const { accessKeyId, secretAccessKey } = credentials;
    return { accessKeyId, secretAccessKey };
  }
  const { fromNodeProviderChain } = await import('@aws-sdk/credential-providers');
  const { profile } = credentials;
  return fromNodeProviderChain({
    clientConfig: { region },
    ...(profile === undefined ? {} : { profile }),
  });
}

/** Bodies are large, and Node hashes them faster than the signer's own code would. */
function hashOf(body: Buffer | undefined): string {
  return createHash('sha256')
    .update(body ?? '')
    .digest('hex');
}

/** A role of the machine may take long to answer, and the caller's time is counted. */
async function whileWanted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const given = Promise.withResolvers<never>();
  const stop = (): void => given.reject(new WireError('timeout', false));
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, given.promise]);
  } catch (error) {
    throw error instanceof WireError ? error : new WireError('unsigned', false, error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
