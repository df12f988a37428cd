import { createHash } from 'node:crypto';
import type { RewardRule } from '@referral-dashboard/api-contract';
import type { Db } from '../platform/db/db.ts';
import { toSearchText } from '../platform/db/lists/search.ts';
import type { Random } from './random.ts';

const CONSENT = 'Даю согласие на обработку моих персональных данных, чтобы со мной связались по заявке.';
const HOLD_DAYS = 14;
/** The parts of a rule that most programs do not set. */
export const NOTHING = {
  fixed_kop: null,
  percent_bps: null,
  tiers: null,
  cap_per_lead_kop: null,
  applies_to: 'first_sale' as const,
  applies_to_limit: null,
  base: 'gross' as const,
  cap_per_client_kop: null,
  cap_per_partner_kop: null,
  cap_period: null,
  measure: 'count' as const,
  period: 'life' as const,
  lines: null,
  mode: 'next' as const,
};

export type ProgramSpec = {
  name: string;
  title: string;
  event: 'lead_qualified' | 'deal_won';
  rule: Omit<RewardRule, 'version'>;
};

/** One program for each kind of reward. */
export const PROGRAMS: readonly ProgramSpec[] = [
  {
    name: 'Окна для дома',
    title: 'Окна со скидкой 10\u00a0% по рекомендации',
    event: 'lead_qualified',
    rule: { ...NOTHING, kind: 'fixed', fixed_kop: 150_000 },
  },
  {
    name: 'Ремонт под ключ',
    title: 'Ремонт квартиры с гарантией пять лет',
    event: 'deal_won',
    rule: { ...NOTHING, kind: 'percent', percent_bps: 500, cap_per_lead_kop: 5_000_000 },
  },
  {
    name: 'Сервис кондиционеров',
    title: 'Чистка и заправка кондиционера за один визит',
    event: 'lead_qualified',
    rule: {
      ...NOTHING,
      kind: 'tiered',
      tiers: [
        { from: 0, fixed_kop: 50_000 },
        { from: 5, fixed_kop: 70_000 },
        { from: 15, fixed_kop: 100_000 },
      ],
    },
  },
];

export type DemoProgram = { id: string; consentId: string };

/** Inserts active programs. */
export async function insertPrograms(
  trx: Db,
  organizationId: string,
  specs: readonly ProgramSpec[],
  random: Random,
  at: Date,
): Promise<DemoProgram[]> {
  const programs: DemoProgram[] = [];
  for (const { name, title, event, rule } of specs) {
    const [program, ruleId] = [{ id: random.id(at), consentId: random.id(at) }, random.id(at)];
    const of = { organization_id: organizationId, program_id: program.id, version: 1, created_at: at };
    await trx
      .insertInto('programs')
      .values({
        organization_id: organizationId,
        id: program.id,
        name,
        name_key: toSearchText(name),
        status: 'draft',
        description: '',
        reward_event: event,
        reward_rule_id: null,
        consent_text_id: null,
        hold_days: HOLD_DAYS,
        budget_kop: null,
        join_policy: 'open',
        starts_at: null,
        ends_at: null,
        ad_label: '',
        ad_erid: '',
        attribution_window_days: 30,
        duplicate_window_days: 90,
        created_at: at,
        updated_at: at,
        landing: JSON.stringify({
          title,
          subtitle: 'Оставьте телефон, и мы перезвоним в течение дня.',
          text: '',
          button_text: 'Оставить заявку',
          success_text: 'Спасибо. Мы свяжемся с вами.',
        }),
      })
      .execute();
    await trx
      .insertInto('reward_rules')
      .values({
        ...of,
        ...rule,
        id: ruleId,
        event,
        created_by: null,
        tiers: rule.tiers && JSON.stringify(rule.tiers),
        lines: rule.lines && JSON.stringify(rule.lines),
      })
      .execute();
    const sha256 = createHash('sha256').update(CONSENT).digest('hex');
    await trx
      .insertInto('consent_texts')
      .values({ ...of, id: program.consentId, text: CONSENT, sha256 })
      .execute();
    await trx
      .updateTable('programs')
      .set({ status: 'active', reward_rule_id: ruleId, consent_text_id: program.consentId })
      .where('organization_id', '=', organizationId)
      .where('id', '=', program.id)
      .execute();
    programs.push(program);
  }
  return programs;
}
