import 'dayjs/locale/ru';

/**
 * Props of all calendars. Weekends are not colored and days of other months are hidden, because their contrast is too low. The month and
 * year buttons have no label, so that screen readers read their text.
 */
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
