/** Positions of the people of an organization. Their role is `organization` whatever the position. */
export const POSITIONS = ['owner', 'manager', 'accountant', 'viewer'] as const;
export type Position = (typeof POSITIONS)[number];

export const POSITION_LABELS: Readonly<Record<Position, string>> = {
  owner: 'Владелец',
  manager: 'Менеджер',
  accountant: 'Бухгалтер',
  viewer: 'Наблюдатель',
};
