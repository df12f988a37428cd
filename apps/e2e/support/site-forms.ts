import type { TestServer } from '@referral-dashboard/api/testing';
import { organizationApi } from './api.ts';

/** Creates the address for forms of a program, as its owner does. Created once. */
export async function addSiteForm(server: TestServer, program: string) {
  const rows = await server.db.selectFrom('site_forms').select('id').execute();
  if (rows.length > 0) return;
  const post = await organizationApi(server);
  await post('site-forms/', { program });
}
