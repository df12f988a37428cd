type Day = { year: number; month: number; day: number };

function parse(date: string): Day {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}

const daysIn = ({ year, month }: Day) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * Returns the month of an attachment that a day belongs to, counted from 1. A month ends with the day that has the number of its first day, as the term of
 * a rule does: the first month from 15 March contains 15 April. Days before the start belong to the first month.
 */
export function monthOf(startsOn: string, date: string): number {
  const [start, paid] = [parse(startsOn), parse(date)];
  const months = (paid.year - start.year) * 12 + paid.month - start.month;
  const isAfterDay = paid.day > Math.min(start.day, daysIn(paid));
  return Math.max(1, months + (isAfterDay ? 1 : 0));
}
