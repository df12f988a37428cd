/** A phone number for the log: `+7916***4567`. Anything else becomes `***`: people type passwords into wrong fields. */
export const maskPhone = (phone: string) =>
  /^\+\d{8,15}$/.test(phone) ? `${phone.slice(0, 5)}***${phone.slice(-4)}` : '***';
