import { INCOMPLETE_PHONE } from '../people/phone-messages.ts';
import type { ReferralPage } from './referral-page.ts';

export { writtenSupport } from '../values/written-contacts.ts';

type Notice = { title: string; text: string };

/** Texts of a referral page without a form. `unknown`: the code does not exist. */
export const PAGE_NOTICES: Record<Exclude<ReferralPage['state'], 'open'> | 'unknown', Notice> = {
  paused: {
    title: 'Прием заявок приостановлен',
    text: 'Программа сейчас не принимает заявки. Откройте ссылку позже.',
  },
  ended: { title: 'Программа завершена', text: 'Заявки по этой ссылке больше не принимаются.' },
  closed: {
    title: 'Заявки не принимаются',
    text: 'По этой ссылке заявку сейчас не отправить. Уточните у того, кто ее прислал.',
  },
  unknown: {
    title: 'Такой ссылки нет',
    text: 'Проверьте адрес или попросите ссылку еще раз у того, кто ее прислал.',
  },
};

/** Texts of the form at /ref/{code}, with and without scripts. */
export const FORM_TEXT = {
  name: 'Имя',
  phone: 'Телефон',
  comment: 'Комментарий',
  optional: 'необязательно',
  policy: 'Политика обработки персональных данных',
  questions: 'Вопросы:',
  trap: 'Не заполняйте это поле',
  button: 'Оставить заявку',
  failed: 'Заявка не отправлена',
  sent: 'Заявка отправлена',
  another: 'Отправить еще одну',
} as const;

type Typed = { name: string; phone: string; consent: boolean };

/** Returns a sentence for each missing field of the form. */
export const missingIn = ({ name, phone, consent }: Typed): Partial<Record<keyof Typed, string>> => ({
  ...(name.trim() === '' && { name: 'Напишите, как к вам обращаться' }),
  ...(phone.replace(/\D/g, '').length < 10 && { phone: INCOMPLETE_PHONE }),
  ...(!consent && { consent: 'Без согласия заявку отправить нельзя' }),
});

/** Returns the title of the page. `null`: the code does not exist. */
export const pageTitle = (page: ReferralPage | null) =>
  page === null ? PAGE_NOTICES.unknown.title : `${page.landing.title} · ${page.organization.name}`;

/** Returns the line above the title with the inviter; empty without an inviter. */
export const invitation = (invitedBy: string) => (invitedBy === '' ? '' : `Вас приглашает ${invitedBy}`);

type SmallPrint = {
  organization: { name: string; legal_name: string };
  ad_label: string;
  ad_erid: string;
};

/** Returns the small print: the organization and, for advertising, the required marking. */
export function smallPrint({ organization, ad_label, ad_erid }: SmallPrint): string[] {
  const label = ad_label || (ad_erid === '' ? '' : 'Реклама');
  return [
    organization.legal_name || organization.name,
    label,
    ad_erid === '' ? '' : `erid: ${ad_erid}`,
  ].filter(Boolean);
}
