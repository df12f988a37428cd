import type { NewPerson } from '../people/index.ts';

/** The two users of the demo mode. Their passwords are public; the README contains them. */
export const DEMO_PEOPLE: readonly NewPerson[] = [
  {
    phone: '+79000000001',
    password: 'demo-organization',
    role: 'organization',
    last_name: 'Иванова',
    first_name: 'Анна',
    father_name: 'Петровна',
    email: 'anna@example.com',
    isEmailConfirmed: true,
  },
  {
    phone: '+79000000002',
    password: 'demo-partner',
    role: 'partner',
    last_name: 'Смирнов',
    first_name: 'Алексей',
    father_name: 'Викторович',
    email: 'aleksey@example.com',
    isEmailConfirmed: true,
  },
];
