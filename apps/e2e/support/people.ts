import { DEMO_PEOPLE, type NewPerson, type TestServer } from '@referral-dashboard/api/testing';

function demoPerson(role: NewPerson['role']): NewPerson {
  const person = DEMO_PEOPLE.find((one) => one.role === role);
  if (person === undefined) throw new Error(`The demo people have no ${role}.`);
  return person;
}

/** Иванова Анна Петровна. */
export const organization = demoPerson('organization');

/** Смирнов Алексей Викторович. */
export const partner = demoPerson('partner');

/** A user without a role can open only the pages that require none. */
export const withoutRole: NewPerson = {
  phone: '+79000000003',
  password: 'demo-no-role',
  role: null,
  last_name: 'Кузнецова',
  first_name: 'Мария',
  father_name: '',
};

/** Creates a second employee of the organization. */
export async function addColleague(server: TestServer): Promise<NewPerson> {
  const { organization_id } = await server.findUser(organization.phone);
  const colleague = { phone: '+79000000004', password: 'demo-colleague', role: organization.role };
  await server.createUser({ ...colleague, ...(organization_id && { organization: organization_id }) });
  return colleague;
}

export const people = [organization, partner, withoutRole];
