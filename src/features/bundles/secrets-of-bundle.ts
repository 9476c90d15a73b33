/** Secrets come from the caller's machine: a bundle contains references, and the request carries the known values. */
import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { requirePermission } from '../../base/require-permission.ts';
import { BUNDLE_KIND_FACTS, type BundleKind } from '../../contract/bundle-kinds.ts';
import { explainProblems } from '../../contract/explain-problems.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';
import type { Definition } from '../../contract/check-bundle.ts';
import type { ManagedKind, ManagedThing, UnitStore } from '../../room.ts';
import { valueAt, withValue } from './definitions.ts';

/** By reference: `env:NAME` or `file:path`. */
export type SecretValues = Readonly<Record<string, string>>;

interface Planned {
  readonly kind: BundleKind;
  readonly managed: ManagedKind;
  readonly thing: ManagedThing | undefined;
  readonly wanted: Definition;
}

/** Fields whose secret differs from the stored one. A secret without a value is not compared. */
export async function changedSecrets(
  metadata: UnitStore,
  actor: Actor,
  { kind, managed, thing, wanted }: Planned,
  values: SecretValues,
): Promise<string[]> {
  const sent = Object.entries(BUNDLE_KIND_FACTS[kind].secrets).flatMap(([path, form]) => {
    const value = sentFor(wanted, path, values);
    if (value === undefined) return [];
    requireForm(form, path, wanted, value);
    return [{ path, value }];
  });
  if (sent.length === 0) return [];
  // Who may not set a secret must not find out by trying whether they know it.
  const { write } = managed.permissions;
  requirePermission(actor, write, `Sending secrets requires the permission ${write}.`);
  if (thing === undefined || managed.secretsOf === undefined) return [];
  const kept = await managed.secretsOf(metadata, actor, thing.id);
  return sent
    .filter(({ path, value }) => !isSameText(kept[path], value))
    .map(({ path }) => path.split('.')[0] ?? path);
}

/** The definition with values instead of references; a reference without a value is left out. */
export function withSecrets(
  kind: BundleKind,
  definition: Definition,
  values: SecretValues,
  isNew: boolean,
): Definition {
  let result = definition;
  for (const path of Object.keys(BUNDLE_KIND_FACTS[kind].secrets)) {
    const reference = valueAt(definition, path);
    if (reference === undefined || reference === null) continue;
    const value = sentFor(definition, path, values);
    if (value === undefined && isNew) throw missingSecret(path, reference);
    result = withValue(result, path, value);
  }
  return result;
}

function sentFor(definition: Definition, path: string, values: SecretValues): string | undefined {
  const name = referenceText(valueAt(definition, path));
  return name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

function referenceText(reference: unknown): string | undefined {
  if (!isObject(reference)) return undefined;
  const { env, file } = reference;
  if (typeof env === 'string') return `env:${env}`;
  return typeof file === 'string' ? `file:${file}` : undefined;
}

function missingSecret(path: string, reference: unknown): AppError {
  const name = referenceText(reference) ?? '';
  const message = `The value of ${name} is missing. Send it in \`secrets\`; \`xplain config apply\` does so.`;
  return new AppError('VALIDATION_ERROR', message, { details: [{ path, message }] });
}

/** The problem describes the form of the value and never reveals the value itself. */
function requireForm(form: JsonSchema, path: string, wanted: Definition, value: string): void {
  const [problem] = explainProblems(form, value, 1);
  if (problem === undefined) return;
  const name = referenceText(valueAt(wanted, path)) ?? '';
  const message = `The value of ${name} is invalid. ${problem.message}`;
  throw new AppError('VALIDATION_ERROR', message, { details: [{ path, message }] });
}

function isSameText(kept: string | undefined, value: string): boolean {
  if (kept === undefined) return false;
  const [left, right] = [Buffer.from(kept), Buffer.from(value)];
  return left.length === right.length && timingSafeEqual(left, right);
}
