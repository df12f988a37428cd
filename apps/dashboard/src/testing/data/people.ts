export const anna = {
  id: 1,
  phone: '+79990000001',
  role: 'organization' as string | null,
  last_name: 'Иванова',
  first_name: 'Анна',
  father_name: 'Петровна',
  email: 'anna@example.test',
};

export const partner = { ...anna, id: 2, role: 'partner', last_name: 'Смирнов', first_name: 'Алексей' };

export const userWithoutRole = { ...anna, id: 3, role: null };

/** Fields of the user as the API returns them. */
type Person = { role: string | null; [field: string]: unknown };

/** Stores the session of a user, as a sign-in does. */
export function signIn(user: Person = anna): void {
  localStorage.setItem('access_token', 'access-1');
  localStorage.setItem('refresh_token', 'refresh-1');
  localStorage.setItem('user_data', JSON.stringify(user));
  if (user.role !== null) localStorage.setItem('user_role', user.role);
}
