/** Members of an error that programs read, and people do not. */
const FOR_PROGRAMS = ['code', 'current', 'allowed', 'incident', 'token_class', 'token_type', 'id', 'number'];

/** Words that a Russian sentence may hold in Latin letters: values as they are to be typed, formats, addresses. */
const ALLOWED = new Set(['fixed', 'percent', 'tiered', 'true', 'false', 'ISO', 'JSON', 'UTF', 'Telegram']);

/** Every string in an error that a person may come to read. */
function sentencesOf(body: unknown): string[] {
  if (typeof body === 'string') return [body];
  return Object.entries(Object(body) as object).flatMap(([name, value]) =>
    FOR_PROGRAMS.includes(name) ? [] : sentencesOf(value),
  );
}

/** Faults in the words of an error: one line for each sentence that is not Russian as the product speaks it. */
export function languageProblems(body: unknown): string[] {
  return sentencesOf(body).flatMap((sentence) => {
    // What stands in quotes is what the client sent, or the name of a header. A year that nobody lives in is part of a name that a test gave.
    const said = sentence
      .replace(/".*"/s, '')
      .replace(
        /https:\/\/example\.ru|(?<=Номер для техподдержки: )[\dA-Z]{4}-[\dA-Z]{4}$|(0000|9999)-\d\d-\d\dT[\d:.]+Z/g,
        '',
      );
    const foreign = (said.match(/[a-z]+/gi) ?? []).filter((word) => !ALLOWED.has(word));
    const wrong = [
      ...foreign,
      ...(/^[«А-Я]/.test(sentence) ? [] : ['the beginning']),
      ...(/[ё!]/i.test(said) ? ['a letter or sign the product does not use'] : []),
    ];
    return wrong.length === 0 ? [] : [`${JSON.stringify(sentence)}: ${wrong.join(', ')}`];
  });
}

/** @throws Error naming what in a refusal is not Russian. Every answer that a test gets passes through here. */
export function expectRussian(status: number, body: unknown, what: string) {
  const problems = status < 400 ? [] : languageProblems(body);
  if (problems.length > 0) throw new Error(`${what} answered ${status} with ${problems.join('; ')}`);
}
