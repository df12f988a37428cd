/** Days of the tax service are Moscow's, wherever the organization is. */
export const moscowDay = (moment: Date) => moment.toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
