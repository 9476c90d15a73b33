/** Addresses of people who are no members: they get alerts once they have confirmed it. */
import { Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields } from './schema.ts';

export const confirmAlertAddress = {
  method: 'POST',
  url: '/api/v1/alert-addresses/confirm',
  config: { permission: 'public', rate: 'public', body: 'management' },
  schema: {
    tags: ['Alerts'],
    summary: 'Confirm an alert recipient',
    description: 'Requires the token from the confirmation email.',
    body: fields({
      token: Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Token from the confirmation email.',
      }),
    }),
    response: {
      200: dataOf(Type.Object({ confirmed: Type.Literal(true), email: Type.String() })),
    },
  },
  docs: {
    errors: ['NOT_FOUND'],
    example: {
      body: { token: 'q3Vd9pLrKq7TzXmBcE4HwNaYs8GfJt2R' },
      answer: { data: { confirmed: true, email: 'oncall@example.net' } },
    },
  },
} as const satisfies Endpoint;
