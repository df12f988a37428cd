import { brandColors } from '../organization/index.ts';
import type { Db } from '../platform/db/db.ts';
import type { Brand } from './channels/channel.ts';

/**
 * Returns the brands of organizations by id.
 *
 * @param publicUrl address of the site. Without it brands have no logo.
 */
export async function findBrands(
  db: Db,
  ids: readonly string[],
  publicUrl: string | undefined,
): Promise<Map<string, Brand>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('organizations as o')
    .leftJoin('organization_logos as logo', 'logo.organization_id', 'o.id')
    .select(['o.id', 'o.name', 'o.brand_color', 'logo.id as logo'])
    .where('o.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, name, brand_color, logo }) => {
      const hasLogo = logo !== null && publicUrl !== undefined;
      const logoUrl = hasLogo ? new URL(`/logo/${logo}`, publicUrl).href : null;
      return [id, { name, logoUrl, colors: brandColors(brand_color) }];
    }),
  );
}
