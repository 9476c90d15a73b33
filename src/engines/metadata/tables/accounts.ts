/** People and how they sign in. */
import type { FactorKind, FactorProof, FactorPurpose } from '../../../spec/second-factor.ts';
import type { OAuthProvider, SignInWay } from '../../../spec/sign-in.ts';

declare module '../tables.ts' {
  interface Tables {
    users: UserRow;
    sessions: SessionRow;
    accounts: AccountRow;
    verifications: VerificationRow;
    password_history: PasswordHistoryRow;
    oauth_clients: OAuthClientRow;
    second_factors: SecondFactorRow;
    recovery_codes: RecoveryCodeRow;
    second_factor_guesses: FactorGuessRow;
    second_factor_steps: FactorStepRow;
  }
}

/** A person. */
export interface UserRow {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  /** 1 once the address is confirmed. */
  email_verified: number;
  image: string | null;
  created_at: number;
  updated_at: number;
}

/** A signed-in browser. */
export interface SessionRow {
  id: string;
  user_id: string;
  /** SHA-256 of the cookie value. */
  token: string;
  expires_at: number;
  created_at: number;
  updated_at: number;
  ip_address: string | null;
  user_agent: string | null;
  /** The organization chosen last. */
  active_organization_id: string | null;
  signed_in_with: SignInWay;
  /** The only organization it works in, when the sign-in went through that organization's own client. */
  confined_to: string | null;
  /** The connection of an organization that it began through. */
  connection_id: string | null;
  /** When it ends, however often it is used; null: as others do. */
  ends_at: number | null;
  /** How a second factor was proved; null: it was not. */
  second_factor: FactorProof | null;
}

/** An authenticator app or a passkey of a person. */
export interface SecondFactorRow {
  id: string;
  user_id: string;
  kind: FactorKind;
  name: string;
  /** TOTP: the secret, encrypted, see `engines/secrets`. Passkey: its public key (SPKI), in base64. */
  secret: string;
  /** Id of a passkey, in base64url. */
  credential: string | null;
  /** TOTP: the last time step that was used. Passkey: its signature counter. */
  counter: number;
  created_at: number;
  used_at: number | null;
}

/** A recovery code that is still good. */
export interface RecoveryCodeRow {
  /** SHA-256 of user and code. */
  hash: string;
  user_id: string;
}

/** A wrong code. */
export interface FactorGuessRow {
  id: string;
  user_id: string;
  guessed_at: number;
}

/** A sign-in that waits for its second factor, or a factor that is being set up. */
export interface FactorStepRow {
  /** SHA-256 of the token that was handed out. */
  hash: string;
  user_id: string;
  purpose: FactorPurpose;
  /** Whose step it is, unless nobody is signed in yet. */
  session_id: string | null;
  challenge: string;
  /** Of an authenticator app that is being set up; encrypted. */
  secret: string | null;
  is_remembered: number;
  expires_at: number;
}

/** A way to sign in: a password or an identity provider. */
export interface AccountRow {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: number | null;
  refresh_token_expires_at: number | null;
  scope: string | null;
  /** Argon2id hash. */
  password: string | null;
  created_at: number;
  updated_at: number;
}

/** A link or a state that was handed out and is awaited back. */
export interface VerificationRow {
  id: string;
  identifier: string;
  value: string;
  expires_at: number;
  created_at: number;
  updated_at: number;
}

/** Hashes of earlier passwords. */
export interface PasswordHistoryRow {
  user_id: string;
  hash: string;
  created_at: number;
}

/** The client that an organization has registered with an identity provider for its own sign-in link. */
export interface OAuthClientRow {
  organization_id: string;
  provider: OAuthProvider;
  client_id: string;
  /** Encrypted, see `engines/secrets`. */
  client_secret: string;
  secret_set_at: number;
  secret_set_by: string;
}
