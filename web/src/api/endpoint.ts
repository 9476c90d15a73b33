import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
} from '../../../src/contract/endpoint.ts';

/** An endpoint as the browser knows it: the types of its schemas live at compile time only. */
export interface WebEndpoint<Input, Answer> {
  readonly method: Endpoint['method'];
  readonly url: string;
  /** Never there; carries the types. */
  readonly types?: (input: Input) => Answer;
}

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : { readonly [name in Name]: Value };
type GivenMaybe<Name extends string, Value> = Value extends undefined
  ? unknown
  : Partial<Value> extends Value
    ? { readonly [name in Name]?: Value }
    : { readonly [name in Name]: Value };

/** What a call needs: the parts of the address, the query and the body that the endpoint has. */
export type InputOf<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  GivenMaybe<'query', QueryOf<E>> &
  Given<'body', BodyOf<E>>;

export function endpoint<E extends Endpoint>(
  method: E['method'],
  url: E['url'],
): WebEndpoint<InputOf<E>, AnswerOf<E>> {
  return { method, url };
}
