import { API_SCOPES } from '@referral-dashboard/api-contract';

/** Members of an error that are for programs, not for users. */
const FOR_PROGRAMS = ['code', 'current', 'allowed', 'incident', 'token_class', 'token_type', 'id', 'number'];

/** Latin words allowed in a Russian sentence: values to type, formats, names. */
const ALLOWED = new Set([
  ...['fixed', 'percent', 'tiered', 'true', 'false', 'ISO', 'JSON', 'UTF', 'Telegram', 'API'],
  ...['Excel', 'XLSX', 'CSV', 'CRM', 'amoCRM'],
  ...API_SCOPES.flatMap((scope) => scope.split(':')),
]);

/** Returns the strings of an error that a user may read. */
function sentencesOf(body: unknown): string[] {
  if (typeof body === 'string') return [body];
  return Object.entries(Object(body) as object).flatMap(([name, value]) =>
    FOR_PROGRAMS.includes(name) ? [] : sentencesOf(value),
  );
}

/** Returns one line for each sentence of an error that breaks the language rules of the product. */
export function languageProblems(body: unknown): string[] {
  return sentencesOf(body).flatMap((sentence) => {
    // Quoted text comes from the client or is a header name. Years 0000 and 9999 are parts of names that tests create.
    const ownText = sentence
      .replace(/".*"/s, '')
      .replace(
        /https:\/\/example\.ru|(?<=Номер для техподдержки: )[\dA-Z]{4}-[\dA-Z]{4}$|(0000|9999)-\d\d-\d\dT[\d:.]+Z/g,
        '',
      );
    const foreign = (ownText.match(/[a-z]+/gi) ?? []).filter((word) => !ALLOWED.has(word));
    const wrong = [
      ...foreign,
      ...(/^[«А-Я]/.test(sentence) ? [] : ['the beginning']),
      ...(/[ё!]/i.test(ownText) ? ['a letter or sign the product does not use'] : []),
    ];
    return wrong.length === 0 ? [] : [`${JSON.stringify(sentence)}: ${wrong.join(', ')}`];
  });
}

/** Checks every response of the tests. @throws Error when an error response breaks the language rules. */
export function expectRussian(status: number, body: unknown, what: string) {
  const problems = status < 400 ? [] : languageProblems(body);
  if (problems.length > 0) throw new Error(`${what} responded ${status} with ${problems.join('; ')}`);
}
