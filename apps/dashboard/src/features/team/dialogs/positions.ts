import { POSITION_LABELS, POSITIONS, type Position } from '@referral-dashboard/api-contract';

export const POSITION_HELP: Readonly<Record<Position, string>> = {
  owner: 'Доступно все, включая команду и настройки организации',
  manager: 'Программы, партнеры и лиды. Видит суммы, но выплаты не проводит',
  accountant: 'Начисления и выплаты. Лиды видит без контактов и не меняет',
  viewer: 'Только просмотр, без контактов лидов и реквизитов партнеров',
};

/** Position options for a select. */
export const POSITION_OPTIONS = POSITIONS.map((value) => ({ value, label: POSITION_LABELS[value] }));
