import { api, type Caller, ok, type World } from './world.ts';

/** Kinds of phones that another user must not be able to distinguish. */
export type PhoneKind = 'unknown' | 'known' | 'switchedOff' | 'elsewhere';

export const PHONE_KINDS: readonly PhoneKind[] = ['unknown', 'known', 'switchedOff', 'elsewhere'];

/** Returns a function that creates a phone of a kind. `other` is the owner of another organization. */
export function phoneMaker(world: World, other: Caller) {
  const partnerOf = async (by: Caller) => (await world.partner({}, by)).card;
  const make: Record<PhoneKind, () => Promise<string>> = {
    unknown: async () => world.phone(),
    known: async () => (await partnerOf(world.boss)).phone,
    switchedOff: async () => {
      const { id, phone } = await partnerOf(world.boss);
      ok(await world.boss.post(`${api}/partners/${id}/switch-off/`));
      return phone;
    },
    elsewhere: async () => (await partnerOf(other)).phone,
  };
  return (kind: PhoneKind) => make[kind]();
}

/** A call with another user's phone. Its responses must be equal for the given kinds. */
export type PhoneCall = {
  name: string;
  kinds: readonly PhoneKind[];
  call: (phone: string) => Promise<unknown>;
};

/** Returns the calls that accept a phone without proof of ownership. */
export async function phoneCalls(world: World): Promise<PhoneCall[]> {
  const documents = {
    offer: 'Договор с партнером.',
    personal_data: 'Согласен на обработку данных.',
    withholds_tax: true,
  };
  ok(await world.boss.patch(`${api}/organization/`, documents));
  const { join_code } = await world.program({ join_policy: 'open' });
  const application = {
    kind: 'individual',
    last_name: 'Сидорова',
    first_name: 'Мария',
    offer: true,
    offer_version: 1,
    personal_data: true,
    personal_data_version: 1,
  };
  const { anonymous, boss } = world;
  return [
    {
      name: 'login',
      kinds: PHONE_KINDS,
      call: (phone) => anonymous.post('/api/accounts/login/', { phone, password: 'not the one' }),
    },
    {
      name: 'recovery',
      kinds: PHONE_KINDS,
      call: (phone) => anonymous.post('/api/public/recovery/code/', { phone }),
    },
    {
      name: 'join',
      kinds: PHONE_KINDS,
      call: (phone) => anonymous.post(`/api/public/join/${join_code}/`, { ...application, phone }),
    },
    {
      // An organization may recognize its partners' phones.
      name: 'invitation',
      kinds: ['unknown', 'elsewhere'],
      call: (phone) => boss.post(`${api}/partners/`, { phone, first_name: 'Олег', last_name: 'Петров' }),
    },
  ];
}
