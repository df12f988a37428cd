import type { HomeStart } from '@referral-dashboard/api-contract';
import { realChannels } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Staff } from '../../platform/http/viewer.ts';

/** Onboarding progress of an organization, up to its first paid reward. */
export async function start(db: Db, { organizationId }: Staff): Promise<HomeStart> {
  const { legal_name, inn, privacy_policy_url } = await db
    .selectFrom('organizations')
    .select(['legal_name', 'inn', 'privacy_policy_url'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  /** The oldest row that completes the step, otherwise the oldest row with which the user can complete it. */
  const stepOf = async <Step extends string>(
    step: Step,
    table: Table,
    doneStatuses: string[],
    readyStatuses: string[] = [],
  ) => {
    const oldest = await first(db, organizationId, table, doneStatuses);
    const id = oldest ?? (await first(db, organizationId, table, readyStatuses)) ?? null;
    return { step, done: oldest !== undefined, id };
  };
  const channels = await realChannels(db, organizationId);
  return {
    senders: { email: channels.includes('email'), telegram: channels.includes('telegram') },
    results: [
      { step: 'requisites', done: legal_name !== '' && inn !== '', id: null },
      { step: 'privacy_policy', done: privacy_policy_url !== '', id: null },
      await stepOf('program', 'programs', ['active', 'paused', 'archived'], ['draft']),
      await stepOf('partner', 'partners', ['invited', 'active', 'blocked', 'archived'], ['pending']),
      await stepOf('lead', 'leads', ['new', 'in_progress', 'qualified', 'won', 'lost', 'rejected']),
      await stepOf('confirmed_lead', 'leads', ['qualified', 'won'], ['new', 'in_progress']),
      await stepOf(
        'paid_payment',
        'payments',
        ['paid'],
        ['requested', 'draft', 'approved', 'processing', 'failed'],
      ),
    ],
  };
}

type Table = 'programs' | 'partners' | 'leads' | 'payments';

async function first(db: Db, organizationId: string, table: Table, statuses: string[]) {
  if (statuses.length === 0) return undefined;
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', 'in', statuses as never[])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
