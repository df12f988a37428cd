/** Formats a Russian phone number as `+7 916 123-45-67`. Returns other text unchanged. */
export const writtenPhone = (value: string) =>
  value.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4');

/** Formats a support link for display: `help@example.ru`, `+7 495 123-45-67`, `https://example.ru/help`. */
export const writtenSupport = (url: string): string =>
  /^https?:/i.test(url) ? url : writtenPhone(url.replace(/^(mailto|tel):|\?.*$/gi, ''));
