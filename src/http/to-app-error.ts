import type { FastifyRequest } from 'fastify';
import { AppError, type ErrorDetail } from '../base/errors.ts';
import { explainProblems } from '../contract/explain-problems.ts';
import { isObject } from '../base/is-object.ts';
import type { JsonSchema } from '../contract/json-schema.ts';

/**
 * Maps anything thrown to an error the caller can act on; undefined for a defect of ours that nobody outside can act
 * on.
 */
export function toAppError(
  thrown: unknown,
  request: FastifyRequest,
  detailsMax: number,
): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  if ('validation' in thrown) return invalidInput(thrown, request, detailsMax);
  switch (thrown.code) {
    case 'FST_ERR_BAD_URL':
      return new AppError('VALIDATION_ERROR', 'Invalid URL.', {}, thrown);
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_NOT_FOUND':
      return new AppError('NOT_FOUND', 'Not found.', {}, thrown);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongMediaType(thrown);
    default:
      return undefined;
  }
}

export function wrongMediaType(cause?: unknown): AppError {
  const message = 'Send the body as JSON, with Content-Type: application/json.';
  return new AppError('FST_ERR_CTP_INVALID_MEDIA_TYPE', message, {}, cause);
}

export function missingBody(): AppError {
  const message = 'A body is required. Send a JSON object.';
  return new AppError('VALIDATION_ERROR', message, { details: [{ path: '', message }] });
}

type InputPart = 'body' | 'query' | 'params' | 'headers';

function invalidInput(
  error: Error & { readonly validation: unknown; readonly validationContext?: unknown },
  request: FastifyRequest,
  detailsMax: number,
): AppError {
  const part = partOf(error.validationContext);
  if (part === 'body' && request.body === undefined) return missingBody();
  const schema = schemaOf(request, part);
  const value: unknown = request[part];
  const details: ErrorDetail[] =
    schema === undefined ? [] : explainProblems(schema, value, detailsMax + 1);
  // The validator refused something our explanation does not cover: its own message is better than none.
  if (details.length === 0) details.push({ path: '', message: error.message });
  return new AppError('VALIDATION_ERROR', summary(details), { details }, error);
}

function partOf(context: unknown): InputPart {
  if (context === 'querystring') return 'query';
  return context === 'params' || context === 'headers' ? context : 'body';
}

function schemaOf(request: FastifyRequest, part: InputPart): JsonSchema | undefined {
  const schemas = request.routeOptions.schema;
  const schema: unknown = part === 'query' ? schemas?.querystring : schemas?.[part];
  return isObject(schema) ? schema : undefined;
}

function summary(details: readonly ErrorDetail[]): string {
  const [first, ...others] = details;
  if (first === undefined) return 'Invalid input.';
  const where = first.path === '' ? '' : `${first.path}: `;
  if (others.length === 0) return `Invalid input. ${where}${first.message}`;
  return `Several fields are invalid. See details. ${where}${first.message}`;
}
