import type { Link, Organization, Program, ProgramForPartner } from '@referral-dashboard/api-contract';
import { organization as cosy } from './organization.ts';
import { createPercentReward, createProgram } from './programs.ts';

export const organization: Organization = {
  ...cosy,
  id: '0190a000-0000-7000-8000-000000000001',
  name: 'Окна',
  legal_name: 'ООО «Окна»',
};

/** An active program whose reward rule is at version 2. */
export const program: Program = createProgram({
  version: 3,
  organization: { id: organization.id, name: organization.name },
  name: 'Окна со скидкой',
  description: 'Рекомендуйте тем, кто делает ремонт',
  reward: { ...createPercentReward(750), version: 2 } as Program['reward'],
  budget_kop: 10_000_000,
  landing: {
    title: 'Окна со скидкой 10 %',
    subtitle: 'Замер бесплатно',
    text: '',
    button_text: 'Оставить заявку',
    success_text: 'Спасибо. Мы свяжемся с вами.',
  },
  consent_text: 'Согласен на обработку персональных данных.',
  figures: { partners: 3, clicks: 120, leads: 14, won: 2, rewards_kop: 2_500_000 },
});

/** A draft with a name only. */
export const draftProgram: Program = {
  ...program,
  version: 1,
  status: 'draft',
  effective_status: 'draft',
  reward_event: 'lead_qualified',
  reward: null,
  budget_kop: null,
  landing: { ...program.landing, title: '', subtitle: '' },
  consent_text: '',
  consent_version: null,
  figures: { partners: 0, clicks: 0, leads: 0, won: 0, rewards_kop: 0 },
};

/** The program as an enrolled partner sees it. */
export const programForPartner: ProgramForPartner = {
  id: program.id,
  organization: program.organization,
  name: program.name,
  description: program.description,
  effective_status: 'active',
  reward_event: program.reward_event,
  reward: program.reward,
  hold_days: program.hold_days,
  join_policy: 'open',
  starts_at: null,
  ends_at: null,
  attribution_window_days: 30,
  landing_mode: 'page',
  landing_url: '',
  attribution: 'last',
  terms: '',
  progress: null,
  landing: program.landing,
  ad_label: '',
  ad_erid: '',
  figures: { clicks: 40, leads: 4, won: 1, rewards_kop: 2_500_000 },
  enrollment: { id: '0190a000-0000-7000-8000-000000000009', status: 'active' },
};

export const link: Link = {
  id: '0190a000-0000-7000-8000-000000000010',
  code: 'okna-7',
  path: '/ref/okna-7',
  label: '',
  active: true,
  program: { id: program.id, name: program.name },
  partner: { id: '0190a000-0000-7000-8000-000000000008', name: 'Смирнов Алексей' },
  clicks: 40,
  unique_clicks: 31,
  leads: 4,
  created_at: program.created_at,
};
