import type { OrganizationTask } from '@referral-dashboard/api-contract';
import { limitedForms } from '../../../database/rules/limited-forms.ts';
import type { Db } from '../../../platform/db/db.ts';

/** Public forms that refused leads within the last three days, one task for each form. */
export async function formTasks(db: Db, organizationId: string, now: Date): Promise<OrganizationTask[]> {
  const forms = await limitedForms(db).recent(organizationId, now);
  return forms.map(({ refused, first_at, last_at, ...form }) => ({
    kind: 'form_limited',
    count: refused,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
    program: reference(form.program_id, form.program_name),
    link: toLink(form),
  }));
}

const reference = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

type Found = Awaited<ReturnType<ReturnType<typeof limitedForms>['recent']>>[number];

function toLink({ link_id, code, ...form }: Pick<Found, 'link_id' | 'code' | 'partner_id' | 'partner_name'>) {
  const partner = reference(form.partner_id, form.partner_name);
  return link_id === null || code === null || partner === null ? null : { id: link_id, code, partner };
}
