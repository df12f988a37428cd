const SATURDAY = 6;
const DECEMBER = 12;
/** Tax withheld up to this day of a month is paid in the same month. */
const FIRST_PERIOD_ENDS = 22;

const createDate = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));
const isWeekend = (day: Date) => day.getUTCDay() === 0 || day.getUTCDay() === SATURDAY;
const isoDate = (day: Date) => day.toISOString().slice(0, 10);

/** Returns the day, or the nearest weekday in the direction of `step`. Ignores public holidays. */
function weekday(day: Date, step: 1 | -1): string {
  while (isWeekend(day)) day.setUTCDate(day.getUTCDate() + step);
  return isoDate(day);
}

export type TaxPeriod = { from: string; to: string; due_on: string };

/**
 * Returns the two periods of a month for withheld income tax, each with its payment deadline: the 28th, and the 5th of the next month. For
 * the end of December the deadline is the last working day of the year, 30 December, because 31 December is a day off by decree.
 *
 * Source: НК, article 226
 */
export function taxPeriods(month: string): [TaxPeriod, TaxPeriod] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = createDate(year, number + 1, 0);
  return [
    {
      from: `${month}-01`,
      to: `${month}-${FIRST_PERIOD_ENDS}`,
      due_on: weekday(createDate(year, number, 28), 1),
    },
    {
      from: `${month}-${FIRST_PERIOD_ENDS + 1}`,
      to: isoDate(last),
      due_on:
        number === DECEMBER
          ? weekday(createDate(year, DECEMBER, 30), -1)
          : weekday(createDate(year, number + 1, 5), 1),
    },
  ];
}

/** Returns the tax period that contains `day`. */
export function getTaxPeriod(day: string): TaxPeriod {
  const [first, second] = taxPeriods(day.slice(0, 7));
  return day <= first.to ? first : second;
}

/** Returns the last day to pay contributions for a month: the 28th of the next month. Source: НК, article 431. */
export function contributionsDue(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return weekday(createDate(year, number + 1, 28), 1);
}
