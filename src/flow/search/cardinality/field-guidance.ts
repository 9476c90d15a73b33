/** How many distinct values a field should have at most, and what to do about more. Advice: nothing is refused. */
import type { Limits } from '../../../spec/limits.ts';

export interface FieldGuidance {
  /** Maximum number of distinct values without a warning. */
  readonly valuesMax: number;
  /** What to do about more, in one or two sentences. */
  readonly advice: string;
}

type Limit = keyof Limits['cardinality'];

interface Row {
  /** As senders write them, with `_` for `.` and `-`, and a space between two of them. */
  readonly names: string;
  readonly limit: Limit;
  readonly advice: string;
}

const TO_THE_BODY =
  'Keep it in the event body, where full-text search finds it, and remove the attribute with a pipeline or at the sender.';

const ROWS: readonly Row[] = [
  {
    names: 'source level index',
    limit: 'sourceValuesMax',
    advice: 'Send names of programs here, and what varies, such as IDs or paths, as an attribute.',
  },
  {
    names:
      'service service_name environment env deployment_environment deployment_environment_name region cloud_region',
    limit: 'serviceValuesMax',
    advice: 'Send versions, instances and IDs as separate attributes.',
  },
  {
    names:
      'host hostname host_name pod pod_name k8s_pod_name container container_name container_id k8s_container_name',
    limit: 'hostValuesMax',
    advice: 'Don’t group by it over long time ranges. Group by service or region instead.',
  },
  {
    names: 'user_id userid account_id accountid enduser_id',
    limit: 'attributeValuesMax',
    advice: `Filter it by exact value instead of grouping by it. ${TO_THE_BODY}`,
  },
  {
    names:
      'request_id requestid trace_id traceid span_id spanid session_id sessionid correlation_id',
    limit: 'attributeValuesMax',
    advice: TO_THE_BODY,
  },
  {
    names:
      'url uri url_full http_url http_target request_uri stack stacktrace stack_trace exception_stacktrace',
    limit: 'attributeValuesMax',
    advice: TO_THE_BODY,
  },
];

const BY_NAME = new Map(ROWS.flatMap((row) => row.names.split(' ').map((name) => [name, row])));

/** Returns the guidance for a field name; all other fields use the limit for indexed attributes. */
export function guidanceFor(name: string, limits: Readonly<Record<Limit, number>>): FieldGuidance {
  const row = BY_NAME.get(name.toLowerCase().replaceAll(/[.-]/g, '_'));
  return {
    valuesMax: limits[row?.limit ?? 'attributeValuesMax'],
    advice: row?.advice ?? TO_THE_BODY,
  };
}
