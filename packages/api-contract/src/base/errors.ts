import { z } from 'zod';
import { totalKop } from '../values/money.ts';

/** Machine-readable error codes. The sentence next to a code is for people. */
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
  'file_downloaded',
  'idempotency_conflict',
  'server_error',
  'unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Body of a 4xx or 5xx response that is not about single fields. */
export const failure = z.object({
  detail: z.string().describe('One sentence in Russian for the user.'),
  code: z.enum(ERROR_CODES).optional(),
  messages: z
    .array(z.object({ token_class: z.string(), token_type: z.string(), message: z.string() }))
    .optional(),
  current: z.string().optional().describe('With 409: current state of the object.'),
  allowed: z.array(z.string()).optional().describe('With 409: states that the object may move to.'),
  missing_kop: totalKop.optional().describe('With 409 `below_minimum`: the missing amount.'),
  blockers: z
    .array(z.object({ code: z.string(), detail: z.string() }))
    .optional()
    .describe('With 409 `blocked`: all blockers.'),
  incident: z.string().optional().describe('With 500: the number of the log entry.'),
});
export type Failure = z.infer<typeof failure>;

/** Body of a 400 response: sentences by field. Errors without a field are under `non_field_errors`. */
export const fieldErrors = z.record(z.string(), z.array(z.string()));
export type FieldErrors = z.infer<typeof fieldErrors>;
