import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { complete } from '../../../../src/language/complete/complete.ts';
import type { KnownData } from './known-data.ts';
import { shortCount } from '../../parts/sizes.ts';

/** Suggests completions at the cursor from data already loaded; never waits for the network. */
export function completeQuery(
  context: CompletionContext,
  known: KnownData,
): CompletionResult | null {
  const text = context.state.doc.toString();
  const { from, to, items, valuesOf } = complete(text, context.pos, known);
  const isAsked =
    context.explicit ||
    context.pos > from ||
    items[0]?.kind === 'macro' ||
    /[=|(,]\s*$/.test(text.slice(0, from));
  if (items.length === 0 || !isAsked) return null;
  return {
    from,
    ...(to > context.pos ? { to } : {}),
    filter: false,
    options: items.map((item): Completion => {
      const count =
        item.kind === 'value' && valuesOf !== undefined
          ? known.countOf(valuesOf, item.label)
          : item.kind === 'field'
            ? known.countOf(item.label, undefined)
            : undefined;
      return {
        label: item.label,
        apply: item.apply,
        type: item.kind,
        detail: count === undefined ? item.kind : shortCount(count),
        ...(item.detail === '' ? {} : { info: item.detail }),
      };
    }),
  };
}
