/**
 * Maps each command to its compiler. The types require a complete table: a command without an entry does not compile.
 */
import type { Stage, StageKind, StageOf } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import type { Relation } from '../relation.ts';
import { compileAccum } from './accum.ts';
import { compileAddcoltotals } from './addcoltotals.ts';
import { compileAddinfo } from './addinfo.ts';
import { compileAddtotals } from './addtotals.ts';
import { compileAppend } from './append.ts';
import { compileAppendcols } from './appendcols.ts';
import { compileAppendpipe } from './appendpipe.ts';
import { compileBin } from './bin.ts';
import { compileChart } from './chart.ts';
import { compileCluster } from './cluster.ts';
import { compileCollect } from './collect.ts';
import { compileConvert } from './convert.ts';
import { compileDedup } from './dedup.ts';
import { compileDelta } from './delta.ts';
import { compileEval } from './eval.ts';
import { compileEventstats } from './eventstats.ts';
import { compileFields } from './fields.ts';
import { compileFilldown } from './filldown.ts';
import { compileFillnull } from './fillnull.ts';
import { compileForeach } from './foreach.ts';
import { compileFormat } from './format.ts';
import { compileHead } from './head.ts';
import { compileInputlookup } from './inputlookup.ts';
import { compileIplocation } from './iplocation.ts';
import { compileJoin } from './join.ts';
import { compileLookup } from './lookup.ts';
import { compileMakemv } from './makemv.ts';
import { compileMakeresults } from './makeresults.ts';
import { compileMap } from './map.ts';
import { compileMvcombine } from './mvcombine.ts';
import { compileMvexpand } from './mvexpand.ts';
import { compileNomv } from './nomv.ts';
import { compileOutputlookup } from './outputlookup.ts';
import { compilePatterns } from './patterns.ts';
import { compileRangemap } from './rangemap.ts';
import { compileRare } from './rare.ts';
import { compileRegex } from './regex.ts';
import { compileRename } from './rename.ts';
import { compileReplace } from './replace.ts';
import { compileReturn } from './return.ts';
import { compileReverse } from './reverse.ts';
import { compileRex } from './rex.ts';
import { compileDatamodel } from './datamodel.ts';
import { compileSavedsearch } from './savedsearch.ts';
import { compileSearch } from './search.ts';
import { compileSort } from './sort.ts';
import { compileExtract } from './extract.ts';
import { compileXmlkv } from './xmlkv.ts';
import { compileSpath } from './spath.ts';
import { compileStats } from './stats.ts';
import { compileStreamstats } from './streamstats.ts';
import { compileTable } from './table.ts';
import { compileTail } from './tail.ts';
import { compileTimechart } from './timechart.ts';
import { compileTop } from './top.ts';
import { compileTransaction } from './transaction.ts';
import { compileTranspose } from './transpose.ts';
import { compileTstats } from './tstats.ts';
import { compileUntable } from './untable.ts';
import { compileWhere } from './where.ts';
import { compileXyseries } from './xyseries.ts';

/** Converts the rows before a stage to the rows after it. */
export type StageCompiler<S extends Stage> = (
  context: CompileContext,
  before: Relation,
  stage: S,
) => Relation | Promise<Relation>;

export type StageCompilers = { readonly [K in StageKind]: StageCompiler<StageOf<K>> };

export const COMPILERS: StageCompilers = {
  accum: compileAccum,
  addcoltotals: compileAddcoltotals,
  addinfo: compileAddinfo,
  addtotals: compileAddtotals,
  append: compileAppend,
  appendcols: compileAppendcols,
  appendpipe: compileAppendpipe,
  bin: compileBin,
  chart: compileChart,
  cluster: compileCluster,
  collect: compileCollect,
  convert: compileConvert,
  dedup: compileDedup,
  delta: compileDelta,
  eval: compileEval,
  eventstats: compileEventstats,
  fields: compileFields,
  filldown: compileFilldown,
  fillnull: compileFillnull,
  foreach: compileForeach,
  format: compileFormat,
  head: compileHead,
  inputlookup: compileInputlookup,
  iplocation: compileIplocation,
  join: compileJoin,
  lookup: compileLookup,
  makemv: compileMakemv,
  makeresults: compileMakeresults,
  map: compileMap,
  mvcombine: compileMvcombine,
  mvexpand: compileMvexpand,
  nomv: compileNomv,
  outputlookup: compileOutputlookup,
  patterns: compilePatterns,
  rangemap: compileRangemap,
  rare: compileRare,
  regex: compileRegex,
  rename: compileRename,
  replace: compileReplace,
  return: compileReturn,
  reverse: compileReverse,
  rex: compileRex,
  savedsearch: compileSavedsearch,
  datamodel: compileDatamodel,
  search: compileSearch,
  sort: compileSort,
  extract: compileExtract,
  spath: compileSpath,
  xmlkv: compileXmlkv,
  stats: compileStats,
  streamstats: compileStreamstats,
  table: compileTable,
  tail: compileTail,
  timechart: compileTimechart,
  top: compileTop,
  transaction: compileTransaction,
  transpose: compileTranspose,
  tstats: compileTstats,
  untable: compileUntable,
  where: compileWhere,
  xyseries: compileXyseries,
};

/** A stage's kind is the name of its command, so the entry fits the stage. */
export function compilerOf<S extends Stage>(stage: S): StageCompiler<S> {
  return COMPILERS[stage.kind] as unknown as StageCompiler<S>;
}
