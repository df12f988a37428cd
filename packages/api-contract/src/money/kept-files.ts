import { z } from 'zod';
import { EXPORT_MEDIA } from '../base/exports.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { transitionWithReason } from '../base/transitions.ts';

/** Formats of bank files: those of a registry, and the QR code of a payment. */
export const KEPT_FILE_FORMATS = ['1c', 'csv', 'xlsx', 'qr'] as const;
export type KeptFileFormat = (typeof KEPT_FILE_FORMATS)[number];

/** Years for which the content of a bank file is kept after its last download. */
export const KEPT_FILE_YEARS = 3;

/** A download of a bank file. */
export const fileDownload = z.object({
  id: z.uuid(),
  name: z.string().describe('Name of the file.'),
  format: z.enum(KEPT_FILE_FORMATS),
  sha256: z.string(),
  at: z.iso.datetime(),
  by: z.string().nullable().describe('Name of the employee.'),
  registry: z.object({ id: z.uuid(), number: z.string().describe('Р-7') }).nullable(),
  is_kept: z.boolean().describe(`The content is deleted ${KEPT_FILE_YEARS} years after the last download.`),
});
export type FileDownload = z.infer<typeof fileDownload>;

/** The last download of a file that the bank may have got. */
export const lastDownload = fileDownload
  .pick({ at: true, by: true })
  .nullable()
  .default(null)
  .describe(
    'Last download of a bank file since the last refusal of the bank. A cancellation confirms that it was not uploaded.',
  );
export type LastDownload = z.infer<typeof lastDownload>;

/** A cancellation. After a download of the bank file it must confirm that the bank did not get the file. */
export const cancellation = transitionWithReason.extend({
  file_not_uploaded: z
    .literal(true, 'Допустимо только true.')
    .optional()
    .describe('Required after a download: 409 `file_downloaded` without it.'),
});
export type Cancellation = z.output<typeof cancellation>;

const downloads = z.object({ results: z.array(fileDownload).describe('At most 100, latest first.') });
const access = ['organization'] as const;

export const keptFileRoutes = {
  registryDownloads: {
    method: 'GET',
    path: '/api/referral/registries/{id}/downloads/',
    name: 'Downloads of the bank files of a registry',
    access,
    params: byId,
    response: downloads,
  },
  paymentDownloads: {
    method: 'GET',
    path: '/api/referral/payments/{id}/downloads/',
    name: 'Downloads of the bank files that contain a payment',
    access,
    params: byId,
    response: downloads,
  },
  keptFile: {
    method: 'GET',
    path: '/api/referral/file-downloads/{id}/',
    name: 'The same bank file again',
    access,
    cost: 'export',
    params: byId,
    media: ['text/plain', 'text/csv', EXPORT_MEDIA.xlsx, 'image/svg+xml'],
    response: z.string(),
  },
} as const satisfies Record<string, RouteContract>;
