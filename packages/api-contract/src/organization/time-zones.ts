import { oneOf } from '../values/values.ts';

/** Time zones of Russia from west to east, labelled by a well-known city. Source: IANA tz database, zone1970.tab, code RU. */
export const TIME_ZONE_LABELS = {
  'Europe/Kaliningrad': 'Калининград, МСК−1',
  'Europe/Moscow': 'Москва, МСК',
  'Europe/Simferopol': 'Симферополь, МСК',
  'Europe/Kirov': 'Киров, МСК',
  'Europe/Volgograd': 'Волгоград, МСК',
  'Europe/Astrakhan': 'Астрахань, МСК+1',
  'Europe/Saratov': 'Саратов, МСК+1',
  'Europe/Ulyanovsk': 'Ульяновск, МСК+1',
  'Europe/Samara': 'Самара, МСК+1',
  'Asia/Yekaterinburg': 'Екатеринбург, МСК+2',
  'Asia/Omsk': 'Омск, МСК+3',
  'Asia/Novosibirsk': 'Новосибирск, МСК+4',
  'Asia/Barnaul': 'Барнаул, МСК+4',
  'Asia/Tomsk': 'Томск, МСК+4',
  'Asia/Novokuznetsk': 'Новокузнецк, МСК+4',
  'Asia/Krasnoyarsk': 'Красноярск, МСК+4',
  'Asia/Irkutsk': 'Иркутск, МСК+5',
  'Asia/Chita': 'Чита, МСК+6',
  'Asia/Yakutsk': 'Якутск, МСК+6',
  'Asia/Khandyga': 'Хандыга, МСК+6',
  'Asia/Vladivostok': 'Владивосток, МСК+7',
  'Asia/Ust-Nera': 'Усть-Нера, МСК+7',
  'Asia/Magadan': 'Магадан, МСК+8',
  'Asia/Sakhalin': 'Южно-Сахалинск, МСК+8',
  'Asia/Srednekolymsk': 'Среднеколымск, МСК+8',
  'Asia/Kamchatka': 'Петропавловск-Камчатский, МСК+9',
  'Asia/Anadyr': 'Анадырь, МСК+9',
} as const;

type TimeZone = keyof typeof TIME_ZONE_LABELS;

export const TIME_ZONES = Object.keys(TIME_ZONE_LABELS) as [TimeZone, ...TimeZone[]];

/** Default time zone of organizations, and of users without an organization. */
export const DEFAULT_TIME_ZONE = 'Europe/Moscow' satisfies TimeZone;

export const timeZone = oneOf(TIME_ZONES);
