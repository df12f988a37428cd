import { z } from 'zod';

/** Codes of answers that a program may want to tell apart; the sentence beside them is for people. */
export const ERROR_CODES = [
  'token_not_valid',
  'bad_authorization_header',
  'user_not_found',
  'user_inactive',
  'captcha_unavailable',
  'invalid_transition',
  'version_conflict',
  'live_lead_exists',
  'count_mismatch',
  'closed',
  'budget_exhausted',
  'in_use',
  'below_minimum',
  'blocked',
  'part_of_reward',
  'last_owner',
  'out_of_reach',
  'own_account',
  'new_owner',
  'four_eyes',
  'idempotency_conflict',
  'server_error',
  'unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Any answer of 4xx or 5xx that is not about single fields. */
export const failure = z.object({
  detail: z.string().describe('One sentence in Russian, fit to show.'),
  code: z.enum(ERROR_CODES).optional(),
  messages: z
    .array(z.object({ token_class: z.string(), token_type: z.string(), message: z.string() }))
    .optional(),
  current: z.string().optional().describe('With 409: the state the object is in.'),
  allowed: z.array(z.string()).optional().describe('With 409: the states it may move to.'),
  missing_kop: z.int().optional().describe('With 409 `below_minimum`: what is missing to the minimum.'),
  blockers: z
    .array(z.object({ code: z.string(), detail: z.string() }))
    .optional()
    .describe('With 409 `blocked`: all that stands in the way.'),
  incident: z.string().optional().describe('With 500: the number under which the log has the cause.'),
});
export type Failure = z.infer<typeof failure>;

/** A 400 about the body: sentences by field. What belongs to no field stands under `non_field_errors`. */
export const fieldErrors = z.record(z.string(), z.array(z.string()));
export type FieldErrors = z.infer<typeof fieldErrors>;
