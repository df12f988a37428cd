import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Document } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import type { DocumentsTable } from '../tables/organizations.ts';

type Kind = DocumentsTable['kind'];
type NewVersion = { organizationId: string; kind: Kind; text: string; createdBy: string; at: Date };

/** Versions of the documents that partners agree to. */
export const documentsRepo = (db: Db) => ({
  /** The latest version of each kind; null when its text is empty. */
  async inForce(organizationId: string): Promise<Record<Kind, (Document & { id: string }) | null>> {
    const rows = await db
      .selectFrom('documents')
      .distinctOn('kind')
      .select(['id', 'kind', 'version', 'text', 'sha256', 'created_at'])
      .where('organization_id', '=', organizationId)
      .orderBy('kind')
      .orderBy('version', 'desc')
      .execute();
    const of = (kind: Kind) => {
      const document = rows.find((row) => row.kind === kind);
      if (document === undefined || document.text === '') return null;
      const { id, version, text, sha256, created_at } = document;
      return { id, version, text, sha256, since: created_at.toISOString() };
    };
    return { offer: of('offer'), personal_data: of('personal_data') };
  },

  /** Adds a version, unless the text equals the latest version. Returns whether it was added. The organization must be locked. */
  async write({ organizationId, kind, text, createdBy, at }: NewVersion): Promise<boolean> {
    const latest = await db
      .selectFrom('documents')
      .select(['version', 'text'])
      .where('organization_id', '=', organizationId)
      .where('kind', '=', kind)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    if ((latest?.text ?? '') === text) return false;
    await db
      .insertInto('documents')
      .values({
        organization_id: organizationId,
        id: randomUUIDv7(),
        kind,
        version: (latest?.version ?? 0) + 1,
        text,
        sha256: createHash('sha256').update(text).digest('hex'),
        created_by: createdBy,
        created_at: at,
      })
      .execute();
    return true;
  },
});
