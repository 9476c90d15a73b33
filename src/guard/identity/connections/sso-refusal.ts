import { AppError } from '../../../base/errors.ts';
import { ERROR_CODES, type ErrorCode } from '../../../spec/codes.ts';

export type SsoCode = Extract<ErrorCode, `SSO_${string}` | `SAML_${string}`>;

/** Why a sign-in was refused: the person sees the code, Owners see the reason in the audit log and in tests. */
export class SsoRefusal extends AppError {
  declare readonly code: SsoCode;
  readonly reason: string;

  constructor(code: SsoCode, reason: string) {
    super(code, ERROR_CODES[code].when);
    this.name = 'SsoRefusal';
    this.reason = reason;
  }
}
