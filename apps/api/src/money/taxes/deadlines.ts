const SATURDAY = 6;
const DECEMBER = 12;
/** Tax withheld up to this day of a month is paid in the same month. */
const FIRST_PERIOD_ENDS = 22;

const dayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));
const isWeekend = (day: Date) => day.getUTCDay() === 0 || day.getUTCDay() === SATURDAY;
const written = (day: Date) => day.toISOString().slice(0, 10);

/** The day itself, or the nearest weekday in a direction. Public holidays are not known here. */
function weekday(day: Date, step: 1 | -1): string {
  while (isWeekend(day)) day.setUTCDate(day.getUTCDate() + step);
  return written(day);
}

export type TaxPeriod = { from: string; to: string; due_on: string };

/**
 * The two periods of a month in which income tax is withheld, each with the last day to pay it: the 28th, and the 5th of the next month. The
 * end of December is paid by the last working day of the year: 31 December is a day off by decree, so 30 December. Source: НК, article 226.
 */
export function taxPeriods(month: string): [TaxPeriod, TaxPeriod] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = dayOf(year, number + 1, 0);
  return [
    {
      from: `${month}-01`,
      to: `${month}-${FIRST_PERIOD_ENDS}`,
      due_on: weekday(dayOf(year, number, 28), 1),
    },
    {
      from: `${month}-${FIRST_PERIOD_ENDS + 1}`,
      to: written(last),
      due_on:
        number === DECEMBER ? weekday(dayOf(year, DECEMBER, 30), -1) : weekday(dayOf(year, number + 1, 5), 1),
    },
  ];
}

/** The period of a day on which tax was withheld. */
export function taxPeriodOf(day: string): TaxPeriod {
  const [first, second] = taxPeriods(day.slice(0, 7));
  return day <= first.to ? first : second;
}

/** Last day to pay contributions for a month: the 28th of the next one. Source: НК, article 431. */
export function contributionsDue(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return weekday(dayOf(year, number + 1, 28), 1);
}
