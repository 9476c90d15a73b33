import type { Call, Expression } from './tree.ts';
import { UntranslatableStatement } from './untranslatable-statement.ts';
import type { ValueType } from './value-type.ts';
import type { CallSite, WriteFunction, Written } from './writer.ts';

export function argumentAt({ call }: Pick<CallSite, 'call'>, position: number): Expression {
  const argument = call.arguments[position];
  if (argument === undefined) throw wrongUse(call);
  return argument;
}

/** Writes each argument once, regardless of how often it occurs in the result. */
export function written(site: CallSite, position: number): Written {
  const known = site.written.get(position);
  if (known !== undefined) return known;
  const made = site.writer.write(argumentAt(site, position), site.scope);
  site.written.set(position, made);
  return made;
}

export function text(site: CallSite, position: number): string {
  return written(site, position).text;
}

export function texts(site: CallSite): string[] {
  return site.call.arguments.map((_, i) => text(site, i));
}

/** A text that is known now: bound, or written out. */
export function knownText(site: CallSite, position: number): string {
  const value = site.writer.valueOf(argumentAt(site, position));
  if (value?.type !== 'VARCHAR') throw wrongUse(site.call);
  return value.value;
}

export function knownNumber(
  { writer, call }: CallSite,
  expression: Expression | undefined,
): number {
  const value = writer.valueOf(expression);
  if (value === undefined || typeof value.value === 'string' || Array.isArray(value.value)) {
    throw wrongUse(call);
  }
  return Number(value.value);
}

/** A function that DuckDB has, or a macro of the prelude, with the same arguments. */
export function named(name: string, type: ValueType): WriteFunction {
  return (site) => ({ text: `${name}(${texts(site).join(', ')})`, type });
}

/** A function of one argument that is nothing here. */
export const itself: WriteFunction = (site) => written(site, 0);

export function wrongUse({ name }: Call): UntranslatableStatement {
  return new UntranslatableStatement(`${name}() is used in a way that is not known`);
}
