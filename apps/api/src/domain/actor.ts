/** A user as the join of a record with whoever made it has one: all null when nobody did. */
export type Actor = Record<'last_name' | 'first_name' | 'father_name' | 'phone', string | null>;

/** Who did it: the last name with initials, else the phone; null when nobody who signed in did. */
export function actorOf({ last_name, first_name, father_name, phone }: Actor): string | null {
  if (!last_name) return first_name || phone;
  const initials = [first_name, father_name].filter(Boolean).map((name) => `${name?.slice(0, 1)}.`);
  return [last_name, ...initials].join(' ');
}
