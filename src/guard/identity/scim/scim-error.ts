/** Failures as SCIM tells them (RFC 7644, 3.12). */
import { AppError } from '../../../base/errors.ts';
import type { ErrorForm } from '../../../http/error-answer.ts';
import { LIMITS } from '../../../spec/limits.ts';

export const SCIM_MEDIA_TYPE = 'application/scim+json';

type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidValue' | 'invalidSyntax' | 'noTarget';

export function scimInvalid(scimType: ScimType, message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { fields: { scimType } });
}

export function scimTaken(message: string): AppError {
  return new AppError('CONFLICT', message, { fields: { scimType: 'uniqueness' } });
}

export const scimError: ErrorForm = (error, { status, headers }) => {
  const { fields, details = [] } = error.facts;
  const places = details
    .slice(0, LIMITS.http.detailsMax)
    .filter(({ message }) => message !== error.message)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const scimType = fields?.['scimType'] ?? (status === 400 ? 'invalidSyntax' : undefined);
  return {
    status,
    headers: { ...headers, 'content-type': `${SCIM_MEDIA_TYPE}; charset=utf-8` },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail: [error.message, ...places].join(' '),
    }),
  };
};
