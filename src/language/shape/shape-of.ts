import { shapeAfter } from '../commands/table-of-commands.ts';
import { EVENT_SHAPE } from './shape.ts';
import type { Query, Stage } from '../tree.ts';
import type { Shape } from '../tree/shape.ts';

/** The fields of the rows a query returns: events while `hasText` is true, otherwise a table. */
export function shapeOf(query: Query): Shape {
  return query.stages.reduce<Shape>((shape, stage) => shapeAfter(stage, shape), EVENT_SHAPE);
}

/** Each stage with the fields of the rows that reach it. */
export function stagesWithShapes(
  query: Query,
): { readonly stage: Stage; readonly before: Shape }[] {
  let before = EVENT_SHAPE;
  return query.stages.map((stage) => {
    const entry = { stage, before };
    before = shapeAfter(stage, before);
    return entry;
  });
}
