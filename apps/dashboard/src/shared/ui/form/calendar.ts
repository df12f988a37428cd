import 'dayjs/locale/ru';

/** Settings of every calendar: Russian words, its arrows' too, and no day too pale to be read. The month and the year are called by what is written on them. */
export const calendar = {
  locale: 'ru',
  hideOutsideDates: true,
  weekendDays: [],
  ariaLabels: {
    previousMonth: 'Прошлый месяц',
    nextMonth: 'Следующий месяц',
    previousYear: 'Прошлый год',
    nextYear: 'Следующий год',
    previousDecade: 'Прошлые десять лет',
    nextDecade: 'Следующие десять лет',
  },
};
