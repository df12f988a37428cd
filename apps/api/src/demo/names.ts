import type { Random } from './random.ts';

type Person = { last_name: string; first_name: string; father_name: string };

export const MEN = [
  'Александр',
  'Дмитрий',
  'Максим',
  'Сергей',
  'Андрей',
  'Алексей',
  'Иван',
  'Михаил',
  'Николай',
  'Павел',
] as const;
const WOMEN = [
  'Анна',
  'Мария',
  'Елена',
  'Ольга',
  'Наталья',
  'Екатерина',
  'Татьяна',
  'Ирина',
  'Юлия',
  'Дарья',
] as const;
const FATHERS = [
  'Александров',
  'Дмитриев',
  'Сергеев',
  'Андреев',
  'Алексеев',
  'Иванов',
  'Михайлов',
  'Павлов',
] as const;
export const FAMILIES = [
  ...([
    'Иванов',
    'Смирнов',
    'Кузнецов',
    'Попов',
    'Васильев',
    'Петров',
    'Соколов',
    'Михайлов',
    'Новиков',
    'Федоров',
  ] as const),
  ...([
    'Морозов',
    'Волков',
    'Алексеев',
    'Лебедев',
    'Семенов',
    'Егоров',
    'Павлов',
    'Козлов',
    'Степанов',
    'Орлов',
  ] as const),
] as const;

/** A random person with a Russian name. */
export function person({ pick, chance }: Random): Person {
  const isWoman = chance(0.5);
  return {
    last_name: `${pick(FAMILIES)}${isWoman ? 'а' : ''}`,
    first_name: isWoman ? pick(WOMEN) : pick(MEN),
    father_name: `${pick(FATHERS)}${isWoman ? 'на' : 'ич'}`,
  };
}

/** A mobile number, unique for each pair of `series` and `index`. */
export const mobile = (series: number, index: number) =>
  `+79${series}${String(index * 7919 + 1_000_003).slice(-7)}`;
