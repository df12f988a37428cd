import type { FileDownload } from '@referral-dashboard/api-contract';
import { registry } from './registries.ts';

export const LAST_DOWNLOAD = { at: '2026-08-21T09:40:00Z', by: 'Иванова А. П.' };

/** A download of the bank file of a registry. */
export const download: FileDownload = {
  id: '01a2b3c4-0000-7000-8000-000000000401',
  name: 'Реестр Р-7 2026-08-21.txt',
  format: '1c',
  sha256: '0'.repeat(64),
  ...LAST_DOWNLOAD,
  registry: { id: registry.id, number: registry.number },
  is_kept: true,
};
