import { z } from 'zod';
import { idList, listQuery, page, search } from '../base/pagination.ts';
import { reference } from '../values/references.ts';
import { text } from '../values/text.ts';
import { changes, flag, id, oneOf, queryParameters } from '../values/values.ts';

const RESERVED = ['admin', 'api', 'assets', 'login', 'new', 'null', 'ref', 'test', 'undefined'];

/** Message for the code of another link and for a reserved code. */
export const CODE_IS_TAKEN = 'Этот код занят.';

/** Code of a link in `/ref/{code}`. Not case-sensitive. */
export const linkCode = text({ min: 3, max: 32 })
  .transform((value) => value.toLowerCase())
  .refine((value) => /^[a-z0-9-]*$/.test(value), 'Допустимы латинские буквы, цифры и дефис.')
  .refine((value) => !/^\d+$/.test(value), 'Код не может состоять из одних цифр.')
  .refine((value) => !RESERVED.includes(value), CODE_IS_TAKEN);

const label = text({ max: 100, blank: true });

/** A link to create. Without a code it gets a random code of seven characters. */
export const newLink = z.object({ program: id, code: linkCode.optional(), label: label.default('') });
export type NewLink = z.output<typeof newLink>;

export const linkPatch = changes({ label, active: flag }).partial();
export type LinkPatch = z.output<typeof linkPatch>;

export const link = z.object({
  id: z.uuid(),
  code: z.string(),
  path: z.string().describe('/ref/{code}'),
  label: z.string(),
  active: z.boolean(),
  program: reference,
  partner: reference,
  clicks: z.int(),
  unique_clicks: z.int(),
  leads: z.int(),
  created_at: z.iso.datetime(),
});
export type Link = z.infer<typeof link>;

/** `search` finds the code, the label and the partner of a link. */
export const linkQuery = listQuery({ id: idList, search }, ['created_at'], '-created_at');
export type LinkQuery = z.output<typeof linkQuery>;
export const linkPage = page(link);

export const codeQuery = queryParameters({ code: linkCode });
/** Whether a code is available. */
export const codeCheck = z.object({ code: z.string(), available: z.boolean() });

export const qrQuery = queryParameters({ format: oneOf(['svg']).default('svg') });
