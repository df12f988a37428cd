/** A phone number as people write it, `+7 916 123-45-67`; what is none of ours stays as it is. */
export const writtenPhone = (value: string) =>
  value.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4');

/** A support link as people write it: `help@example.ru`, `+7 495 123-45-67`, `https://example.ru/help`. */
export const writtenSupport = (url: string): string =>
  /^https?:/i.test(url) ? url : writtenPhone(url.replace(/^(mailto|tel):|\?.*$/gi, ''));
