/** A separate program: becomes a ClickHouse server inside this process, until its standard input closes. */
import { DataType, isNullPointer, load, open } from 'ffi-rs';
import { EXIT_REFUSED, exitWith, readOrder, type ChildOrder } from '../child/exit-codes.ts';
import { holdFolder } from '../child/hold-folder.ts';
import { takeFiles } from './sent-files.ts';

export interface EngineOrder extends ChildOrder {
  readonly library: string;
  readonly engineArguments: readonly string[];
  /** The first line on standard input contains files to write. */
  readonly isSentFiles: boolean;
}

main(readOrder<EngineOrder>());

function main(order: EngineOrder): void {
  holdFolder(order);
  // Only now: another engine of this folder would reload its users.
  if (order.isSentFiles) takeFiles();
  const failure = runEngine(order);
  if (failure !== undefined) exitWith(EXIT_REFUSED, failure);
  exitWith(0);
}

/** Returns when the server has stopped: undefined if it was asked to stop, otherwise its error. */
function runEngine(order: EngineOrder): string | undefined {
  const list = ['clickhouse', ...order.engineArguments];
  open({ library: 'engine', path: order.library });
  const result = load({
    library: 'engine',
    funcName: 'chdb_query_cmdline',
    retType: DataType.External,
    paramsType: [DataType.I32, DataType.StringArray],
    paramsValue: [list.length, list],
  });
  const error = { library: 'engine', funcName: 'chdb_result_error' };
  const types = { paramsType: [DataType.External], paramsValue: [result] };
  const hasFailed = !isNullPointer(load({ ...error, ...types, retType: DataType.External }));
  return hasFailed ? load({ ...error, ...types, retType: DataType.String }) : undefined;
}
