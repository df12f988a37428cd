import type { ReferralPage } from '@referral-dashboard/api-contract';

/** Default page of every referral link. */
export const referralPage: ReferralPage = {
  state: 'open',
  organization: {
    name: 'Ромашка',
    legal_name: 'ООО «Ромашка»',
    support_url: '',
    privacy_policy_url: 'https://example.ru/privacy',
    logo_path: null,
    colors: null,
  },
  invited_by: 'Олег П.',
  landing: {
    title: 'Окна со скидкой',
    subtitle: 'Замер бесплатно',
    text: 'Пластик и дерево',
    button_text: 'Оставить заявку',
  },
  consent: { version: 2, text: 'Согласен на обработку персональных данных.' },
  ad_label: '',
  ad_erid: '2VtzqxKf',
};
