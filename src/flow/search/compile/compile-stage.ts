/** One stage after the other: each takes the rows before it and gives the rows behind it. */
import type { Query, Stage } from '../../../language/index.ts';
import { compileBin } from './bin.ts';
import { compileChart } from './chart.ts';
import { refuse, type CompileContext } from './context.ts';
import { compileEval, compileWhere } from './eval.ts';
import { compileFields, compileRename, compileTable } from './fields.ts';
import { compileRegex, compileRex } from './regex.ts';
import { eventRelation, type Relation } from './relation.ts';
import { compileDedup, compileHead, compileReverse, compileSort, compileTail } from './rows.ts';
import { compileSearchStage } from './search.ts';
import { compileStats } from './stats.ts';
import { compileTimechart } from './timechart.ts';
import { compileTop } from './top.ts';

export async function compileQuery(context: CompileContext, query: Query): Promise<Relation> {
  let rows = eventRelation(context.scope);
  for (const stage of query.stages) rows = await compileStage(context, rows, stage);
  return rows;
}

async function compileStage(
  context: CompileContext,
  rows: Relation,
  stage: Stage,
): Promise<Relation> {
  switch (stage.kind) {
    case 'search':
      return compileSearchStage(context, rows, stage);
    case 'where':
      return compileWhere(context, rows, stage);
    case 'eval':
      return compileEval(context, rows, stage);
    case 'regex':
      return compileRegex(context, rows, stage);
    case 'rex':
      return compileRex(context, rows, stage);
    case 'head':
      return compileHead(context, rows, stage);
    case 'tail':
      return compileTail(context, rows, stage.count);
    case 'reverse':
      return compileReverse(context, rows);
    case 'sort':
      return compileSort(context, rows, stage);
    case 'dedup':
      return compileDedup(context, rows, stage);
    case 'fields':
      return compileFields(rows, stage);
    case 'table':
      return compileTable(rows, stage);
    case 'rename':
      return compileRename(rows, stage);
    case 'bin':
      return compileBin(context, rows, stage);
    case 'stats':
      return compileStats(context, rows, stage);
    case 'timechart':
      return compileTimechart(context, rows, stage);
    case 'chart':
      return compileChart(context, rows, stage);
    case 'top':
    case 'rare':
      return compileTop(context, rows, stage);
    default:
      throw refuse(stage, `The command \`${stage.kind}\` is not available yet.`);
  }
}
