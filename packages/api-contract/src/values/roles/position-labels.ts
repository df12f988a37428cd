/** Positions in an organization. All positions have the role `organization`. */
export const POSITIONS = ['owner', 'manager', 'accountant', 'viewer'] as const;
export type Position = (typeof POSITIONS)[number];

export const POSITION_LABELS: Readonly<Record<Position, string>> = {
  owner: 'Владелец',
  manager: 'Менеджер',
  accountant: 'Бухгалтер',
  viewer: 'Наблюдатель',
};
