import 'dayjs/locale/ru';

/** Settings of every calendar: Russian words, its arrows' too, and no day too pale to be read. */
export const calendar = {
  locale: 'ru',
  hideOutsideDates: true,
  weekendDays: [],
  ariaLabels: {
    previousMonth: 'Прошлый месяц',
    nextMonth: 'Следующий месяц',
    monthLevelControl: 'Выбрать месяц',
    yearLevelControl: 'Выбрать год',
    previousYear: 'Прошлый год',
    nextYear: 'Следующий год',
    previousDecade: 'Прошлые десять лет',
    nextDecade: 'Следующие десять лет',
  },
};
