import { z } from 'zod';

/** Positions of the people of an organization. Their role is `organization` whatever the position. */
export const POSITIONS = ['owner', 'manager', 'accountant', 'viewer'] as const;
export const position = z.enum(POSITIONS);
export type Position = z.infer<typeof position>;

export const POSITION_LABELS: Readonly<Record<Position, string>> = {
  owner: 'Владелец',
  manager: 'Менеджер',
  accountant: 'Бухгалтер',
  viewer: 'Наблюдатель',
};

/** Predicate: the position reads phones, e-mails and comments of leads. */
export const seesContacts = (held: Position) => held === 'owner' || held === 'manager';

/** Predicate: the position reads accounts, cards and INN of partners. */
export const seesRequisites = (held: Position) => held !== 'viewer';
