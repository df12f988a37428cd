import { useMantineColorScheme } from '@mantine/core';
import type { StaffRoute } from '@referral-dashboard/api-contract';
import { useSignOut } from '@/app/access/use-sign-out.ts';
import { COLOR_SCHEMES } from '@/features/account/appearance/color-schemes.ts';
import { useProfilePages } from '@/features/account/profile/profile-pages.ts';
import { draftKeys } from '@/features/organization/draft-keys.ts';
import type { SearchItem } from '@/features/search/search-item.ts';
import { ORGANIZATION_SECTIONS, PARTNER_SECTIONS } from '@/pages/payments/section-labels.ts';
import { usePermissions } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { NEW_PARAM, paths } from '@/shared/paths.ts';
import { useNavigation } from '../sidebar/navigation.ts';

/** A page or an action for users with permission for `call`, or for all signed-in users when it is omitted. */
type PermittedItem = SearchItem & { call?: StaffRoute; isStaffOnly?: true };

const ITEMS: readonly PermittedItem[] = [
  {
    kind: 'action',
    name: 'Добавить лид',
    keywords: 'новый заявка клиент создать',
    to: `${paths.leads}?${NEW_PARAM}=lead`,
    call: 'createLead',
  },
  {
    kind: 'action',
    name: 'Новая программа',
    keywords: 'создать добавить реферальная',
    to: paths.programCreate,
    call: 'createProgram',
    isStaffOnly: true,
  },
  {
    kind: 'action',
    name: 'Добавить партнера',
    keywords: 'новый пригласить создать',
    to: paths.partnerCreate,
    call: 'createPartner',
    isStaffOnly: true,
  },
  {
    kind: 'page',
    name: 'Итоги месяца',
    note: 'Главная',
    keywords: 'отчет за месяц выплачено сделки лучшие партнеры печать',
    to: paths.monthSummary,
    call: 'homeSummary',
    isStaffOnly: true,
    isSecondary: true,
  },
];

type Part = { name: string; note: string; to: string; keywords?: string };

/** A tab or a section of a page. */
const toSecondary = (part: Part): SearchItem => ({ kind: 'page', isSecondary: true, ...part });

const PAYMENT_KEYWORDS: Readonly<Record<string, string>> = {
  bank: 'выписка банка загрузить',
  accruals: 'вознаграждения бонус поправка',
  receipts: 'самозанятые нпд',
  taxes: 'ндфл',
};

/** Tabs of the payments page. The first one is the page itself. */
const getPaymentSections = (isStaff: boolean): SearchItem[] =>
  Object.entries(isStaff ? ORGANIZATION_SECTIONS : PARTNER_SECTIONS)
    .filter(([, label]) => label !== 'Выплаты')
    .map(([tab, name], index) =>
      toSecondary({
        name,
        note: 'Выплаты',
        keywords: PAYMENT_KEYWORDS[tab] ?? '',
        to: index === 0 ? paths.payments : `${paths.payments}?tab=${tab}`,
      }),
    );

const PROFILE_SECTIONS: readonly SearchItem[] = [
  { name: 'Безопасность', keywords: 'пароль телефон входы браузер', hash: 'security' },
  { name: 'Оформление', keywords: 'тема цвет', hash: 'appearance' },
].map(({ name, keywords, hash }) =>
  toSecondary({ name, note: 'Профиль', keywords, to: `${paths.profile}#${hash}` }),
);

const SETTINGS: readonly SearchItem[] = [
  { name: 'Реквизиты организации', keywords: 'инн название часовой пояс', hash: draftKeys.requisites },
  { name: 'Банк', keywords: 'счет бик кпп', hash: draftKeys.bank },
  {
    name: 'Работа с партнерами',
    keywords: 'удержание минимальная ндс ндфл чеки условия',
    hash: draftKeys.terms,
  },
  { name: 'Документы для партнеров', keywords: 'оферта согласие политика', hash: draftKeys.documents },
  { name: 'Публичные страницы', keywords: 'логотип цвет', hash: draftKeys.looks },
  { name: 'Почта', keywords: 'smtp письма', hash: draftKeys.mail },
  { name: 'Telegram', keywords: 'телеграм бот', hash: draftKeys.telegram },
].map(({ name, keywords, hash }) =>
  toSecondary({ name, note: 'Организация', keywords, to: `${paths.organization}#${hash}` }),
);

/** Pages and actions available to the current user, with `extraItems` after the actions. */
export function useSearchItems(extraItems: readonly SearchItem[]): SearchItem[] {
  const isStaff = useRole() === 'organization';
  const isPermitted = usePermissions();
  const signOut = useSignOut();
  const sections = useNavigation().map(
    ({ label, path }): SearchItem => ({ kind: 'page', name: label, to: path }),
  );
  const permitted = ITEMS.filter(
    ({ call, isStaffOnly }) => (isStaff || !isStaffOnly) && (call === undefined || isPermitted(call)),
  );
  const profilePages = useProfilePages()
    .filter(({ path }) => path !== paths.profile)
    .map(({ path, label, keywords }): SearchItem => ({ kind: 'page', name: label, keywords, to: path }));
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const colorSchemes = COLOR_SCHEMES.filter(({ value }) => value !== colorScheme).map(
    ({ value, action }): SearchItem => ({
      kind: 'action',
      name: action,
      keywords: 'тема оформление цвет',
      run: () => setColorScheme(value),
      isSecondary: true,
    }),
  );
  return [
    ...permitted.filter(({ kind }) => kind === 'action'),
    ...extraItems,
    { kind: 'action', name: 'Выйти из профиля', keywords: 'выход', run: signOut },
    ...colorSchemes,
    ...sections,
    ...permitted.filter(({ kind }) => kind === 'page'),
    ...profilePages,
    ...getPaymentSections(isStaff),
    ...PROFILE_SECTIONS,
    ...(isStaff && isPermitted('organization') ? SETTINGS : []),
  ];
}
