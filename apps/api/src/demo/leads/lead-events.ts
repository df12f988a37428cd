import type { Db } from '../../platform/db/db.ts';
import { type IncomingLead, leadFromEntry } from '../../referrals/index.ts';
import type { DemoScene } from '../scene.ts';
import type { DemoServices } from '../services.ts';
import type { DemoEvent } from '../timeline.ts';
import type { Step } from './lead-histories.ts';
import type { LeadPlan } from './plan-leads.ts';

/** Network address and browser of all visitors. */
const SENDER = { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' };

/** The intake and all changes of the planned leads. */
export function eventsOfLeads(
  trx: Db,
  scene: DemoScene,
  plans: readonly LeadPlan[],
  { takeLead, leadTransitions }: DemoServices,
): DemoEvent[] {
  const { organizationId, staff, partner } = scene;

  async function toIncoming(plan: LeadPlan): Promise<IncomingLead> {
    const { source, contact, program, partnerId, linkId, visit } = plan;
    if (source !== 'public_form') {
      const entry = { ...contact, program: program.id, partner: partnerId };
      return leadFromEntry(trx, source === 'partner' ? partner : staff, entry);
    }
    return {
      ...contact,
      organizationId,
      partnerId,
      linkId,
      source,
      programId: program.id,
      clickId: visit?.id ?? null,
      ...(visit && { visit: { ...visit.utm, referrer_host: visit.referrer_host } }),
      unverified: false,
      consent: { textId: program.consentId, ...SENDER },
      actorId: null,
      requestId: '',
    };
  }

  async function move(id: string, { deal }: LeadPlan, { from, to, reason }: Step) {
    if (from === to) {
      const { version } = await trx
        .selectFrom('leads')
        .select('version')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return leadTransitions.update(trx, staff, id, { version, deal_amount_kop: deal.changed });
    }
    return leadTransitions.apply(trx, staff, id, {
      to,
      reason_code: reason,
      ...(to === 'won' && { deal_amount_kop: deal.first }),
    });
  }

  return plans.flatMap((plan) => {
    let id = '';
    const intake: DemoEvent = {
      at: plan.at,
      async apply() {
        id = await takeLead(trx, await toIncoming(plan));
      },
    };
    return [intake, ...plan.steps.map((step) => ({ at: step.moment, apply: () => move(id, plan, step) }))];
  });
}
