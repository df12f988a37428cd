import { MESSAGE_EVENTS, type MessageEvent } from '@referral-dashboard/api-contract';

const GROUP_LABELS = {
  leads: 'Лиды',
  programs: 'Программы и партнеры',
  payments: 'Выплаты',
  documents: 'Документы',
  security: 'Безопасность',
  integrations: 'Интеграции',
};
type Group = keyof typeof GROUP_LABELS;

const EVENT_GROUPS: Record<MessageEvent, Group> = {
  lead_came: 'leads',
  lead_moved: 'leads',
  client_transferred: 'leads',
  partner_applied: 'programs',
  application_decided: 'programs',
  terms_changed: 'programs',
  budget_ending: 'programs',
  accrual_released: 'payments',
  payment_requested: 'payments',
  payment_paid: 'payments',
  payment_failed: 'payments',
  receipt_due: 'documents',
  act_issued: 'documents',
  act_objected: 'documents',
  requisites_changed: 'security',
  sign_in: 'security',
  account_changed: 'security',
  owner_added: 'security',
  export_made: 'security',
  webhook_failing: 'integrations',
  crm_broken: 'integrations',
};

/** Groups of the settings table that contain at least one of `events`. */
export const groupEvents = (events: ReadonlySet<MessageEvent>) =>
  (Object.keys(GROUP_LABELS) as Group[])
    .map((group) => ({
      label: GROUP_LABELS[group],
      events: MESSAGE_EVENTS.filter((event) => EVENT_GROUPS[event] === group && events.has(event)),
    }))
    .filter((group) => group.events.length > 0);
