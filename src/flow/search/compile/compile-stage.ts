/** One stage after the other: each takes the rows before it and gives the rows behind it. */
import { lengthOf } from '../../../engines/store/sql.ts';
import type { AccumStage, DeltaStage, Query, Stage } from '../../../language/index.ts';
import { compileBin } from './bin.ts';
import { compileChart } from './chart.ts';
import type { CompileContext } from './context.ts';
import { compileAppend, compileAppendcols, compileJoin } from './combine.ts';
import { compileCluster } from './cluster.ts';
import { compileHandedOver } from './handed-over.ts';
import { compileConvert, compileRangemap, compileSpath } from './convert.ts';
import { compileMakeresults, compileTstats } from './generate.ts';
import { compileInputlookup, compileLookup, compileOutputlookup } from './lookup.ts';
import { compileFilldownStage, compileFillnull, compileReplace } from './missing-values.ts';
import { compileMakemv, compileMvcombine, compileMvexpand, compileNomv } from './multivalue.ts';
import { compileUntable, compileXyseries } from './reshape.ts';
import { compileAddcoltotals, compileAddtotals } from './totals.ts';
import { compileTransaction } from './transaction.ts';
import { compileEventstats, compileRunning, compileStreamstats } from './window.ts';
import { compileEval, compileWhere } from './eval.ts';
import { compileFields, compileRename, compileTable } from './fields.ts';
import { compilePatterns } from './patterns.ts';
import { compileRegex, compileRex } from './regex.ts';
import { eventRelation, seal, type Relation } from './relation.ts';
import { compileDedup, compileHead, compileReverse, compileSort, compileTail } from './rows.ts';
import { compileSearchStage } from './search.ts';
import { compileStats } from './stats.ts';
import { compileTimechart } from './timechart.ts';
import { compileTop } from './top.ts';

export async function compileQuery(context: CompileContext, query: Query): Promise<Relation> {
  let rows = eventRelation(context.scope);
  for (const [i, stage] of query.stages.entries()) {
    const next =
      i === 0 && stage.kind === 'inputlookup'
        ? await compileInputlookup(context, undefined, stage)
        : await compileStage(context, rows, stage);
    rows = withShortFields(context, next);
  }
  return rows;
}

/** A field that is computed from itself grows with every command: long ones become columns of a subquery. */
function withShortFields(context: CompileContext, rows: Relation): Relation {
  const isLong = [...rows.fields.values()].some(
    ({ sql, isBase, isColumn }) =>
      isBase !== true && isColumn !== true && lengthOf(sql) > FIELD_CHARACTERS_MAX,
  );
  return isLong ? seal(context, rows) : rows;
}

const FIELD_CHARACTERS_MAX = 4_000;

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
    case 'eventstats':
      return compileEventstats(context, rows, stage);
    case 'streamstats':
      return compileStreamstats(context, rows, stage);
    case 'accum':
    case 'delta':
      return compileRunningStage(context, rows, stage);
    case 'fillnull':
      return compileFillnull(rows, stage);
    case 'filldown':
      return compileFilldownStage(context, rows, stage);
    case 'replace':
      return compileReplace(context, rows, stage);
    default:
      return compileRareStage(context, rows, stage);
  }
}

function compileRunningStage(
  context: CompileContext,
  rows: Relation,
  stage: AccumStage | DeltaStage,
): Relation {
  const { name } = stage.field;
  if (stage.kind === 'accum') {
    return compileRunning(context, rows, name, stage.as?.name ?? name, { accum: true });
  }
  const as = stage.as?.name ?? `delta(${name})`;
  return compileRunning(context, rows, name, as, { delta: stage.options.p });
}

async function compileRareStage(
  context: CompileContext,
  rows: Relation,
  stage: Stage,
): Promise<Relation> {
  switch (stage.kind) {
    case 'spath':
      return compileSpath(rows, stage);
    case 'makemv':
      return compileMakemv(rows, stage);
    case 'mvexpand':
      return compileMvexpand(context, rows, stage);
    case 'mvcombine':
      return compileMvcombine(context, rows, stage);
    case 'nomv':
      return compileNomv(rows, stage.field.name);
    case 'tstats':
      return compileTstats(context, stage);
    case 'makeresults':
      return compileMakeresults(context, stage);
    case 'addtotals':
      return compileAddtotals(context, rows, stage);
    case 'addcoltotals':
      return compileAddcoltotals(context, rows, stage);
    case 'convert':
      return compileConvert(context, rows, stage);
    case 'rangemap':
      return compileRangemap(rows, stage);
    case 'untable':
      return compileUntable(context, rows, stage);
    case 'xyseries':
      return compileXyseries(context, rows, stage);
    case 'append':
      return compileAppend(context, rows, stage);
    case 'appendcols':
      return compileAppendcols(context, rows, stage);
    case 'join':
      return compileJoin(context, rows, stage);
    case 'transaction':
      return compileTransaction(context, rows, stage);
    case 'patterns':
      return compilePatterns(context, rows, stage);
    case 'cluster':
      return compileCluster(context, rows, stage);
    case 'format':
    case 'return':
      return compileHandedOver(context, rows, stage);
    case 'savedsearch':
      return context.compileSaved(stage);
    case 'lookup':
      return compileLookup(context, rows, stage);
    case 'inputlookup':
      return compileInputlookup(context, rows, stage);
    case 'outputlookup':
      return compileOutputlookup(context, rows, stage);
    default:
      throw new Error(`the command ${stage.kind} has no compiler`);
  }
}
