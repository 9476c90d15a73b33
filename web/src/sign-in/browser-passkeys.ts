/** Passkeys of this browser: what the server says and hears is base64url, what the browser has is bytes. */

interface Options {
  readonly challenge: string;
  readonly host: string;
  readonly credentials: readonly string[];
}

interface NewOptions extends Options {
  readonly user: string;
  readonly algorithms: readonly number[];
}

/** Asks the person for one of their passkeys. */
export async function askForPasskey({ challenge, host, credentials }: Options) {
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId: host,
      allowCredentials: known(credentials),
      userVerification: 'preferred',
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error(CANCELLED);
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    id: textOf(credential.rawId),
    clientData: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

/** Asks the person's device for a new one. */
export async function createPasskey(options: NewOptions, email: string) {
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(options.challenge),
      rp: { id: options.host, name: 'Xplain' },
      user: { id: bytesOf(options.user), name: email, displayName: email },
      pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known(options.credentials),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      attestation: 'none',
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error(CANCELLED);
  const response = credential.response as AuthenticatorAttestationResponse;
  const key = response.getPublicKey();
  if (key === null) throw new Error('This passkey uses a key type that Xplain doesn’t support.');
  return {
    id: textOf(credential.rawId),
    clientData: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.getAuthenticatorData()),
    publicKey: textOf(key),
  };
}

/** What a person reads when a browser gave no passkey: its own messages are written for programmers. */
export function passkeyProblem(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  if (error.name === 'InvalidStateError') return new Error('This passkey is already added.');
  return new Error(CANCELLED);
}

const CANCELLED = 'No passkey was used. Try again, or choose another method.';

function known(credentials: readonly string[]): PublicKeyCredentialDescriptor[] {
  return credentials.map((id) => ({ type: 'public-key', id: bytesOf(id) }));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
