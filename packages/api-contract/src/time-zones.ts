import { oneOf } from './values.ts';

/** Time zones of Russia from west to east, by the city people know them by. Source: IANA tz database, zone1970.tab, code RU. */
export const TIME_ZONE_LABELS = {
  'Europe/Kaliningrad': 'Калининград, UTC+2',
  'Europe/Moscow': 'Москва, UTC+3',
  'Europe/Simferopol': 'Симферополь, UTC+3',
  'Europe/Kirov': 'Киров, UTC+3',
  'Europe/Volgograd': 'Волгоград, UTC+3',
  'Europe/Astrakhan': 'Астрахань, UTC+4',
  'Europe/Saratov': 'Саратов, UTC+4',
  'Europe/Ulyanovsk': 'Ульяновск, UTC+4',
  'Europe/Samara': 'Самара, UTC+4',
  'Asia/Yekaterinburg': 'Екатеринбург, UTC+5',
  'Asia/Omsk': 'Омск, UTC+6',
  'Asia/Novosibirsk': 'Новосибирск, UTC+7',
  'Asia/Barnaul': 'Барнаул, UTC+7',
  'Asia/Tomsk': 'Томск, UTC+7',
  'Asia/Novokuznetsk': 'Новокузнецк, UTC+7',
  'Asia/Krasnoyarsk': 'Красноярск, UTC+7',
  'Asia/Irkutsk': 'Иркутск, UTC+8',
  'Asia/Chita': 'Чита, UTC+9',
  'Asia/Yakutsk': 'Якутск, UTC+9',
  'Asia/Khandyga': 'Хандыга, UTC+9',
  'Asia/Vladivostok': 'Владивосток, UTC+10',
  'Asia/Ust-Nera': 'Усть-Нера, UTC+10',
  'Asia/Magadan': 'Магадан, UTC+11',
  'Asia/Sakhalin': 'Южно-Сахалинск, UTC+11',
  'Asia/Srednekolymsk': 'Среднеколымск, UTC+11',
  'Asia/Kamchatka': 'Петропавловск-Камчатский, UTC+12',
  'Asia/Anadyr': 'Анадырь, UTC+12',
} as const;

type TimeZone = keyof typeof TIME_ZONE_LABELS;

export const TIME_ZONES = Object.keys(TIME_ZONE_LABELS) as [TimeZone, ...TimeZone[]];

/** The zone of an organization that has chosen none, and of people without an organization. */
export const USUAL_TIME_ZONE = 'Europe/Moscow' satisfies TimeZone;

export const timeZone = oneOf(TIME_ZONES);
