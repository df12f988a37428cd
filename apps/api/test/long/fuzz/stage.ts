import type { Objects, WalkedRoute } from '../../setup/access.ts';
import type { Cast, Person } from '../walk/cast.ts';

/** What makes a sound call one that can be done: other objects, other fields of its body, another caller. */
export type Staged = { objects?: Partial<Objects>; body?: object; person?: Person };

export type Stages = Partial<Record<WalkedRoute['name'], (cast: Cast) => Promise<Staged>>>;

export const partnerPerson = (caller: Person['caller']): Person => ({
  name: 'a new partner',
  role: 'partner',
  caller,
});
