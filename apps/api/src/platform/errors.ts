import type { ErrorCode, Failure, FieldErrors } from '@referral-dashboard/api-contract';

/** Answer of a refusal. */
export type Answer = { status: number; body: Failure | FieldErrors; headers?: Record<string, string> };

/** A refusal that is part of the contract: it leaves the server as it stands here. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`answered ${answer.status}`);
    this.answer = answer;
  }
}

/** Refusal in one sentence, for those who tell of many at once. */
export function sentenceOf({ answer: { body } }: ApiError): string {
  if (typeof body.detail === 'string') return body.detail;
  return Object.values(body)
    .flat()
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
}

const refusal = (status: number, body: Failure, headers: Record<string, string> = {}) =>
  new ApiError({ status, body, headers });

/** 400: what is wrong with the body, by field. */
export const invalid = (fields: FieldErrors) => new ApiError({ status: 400, body: fields });

/** 400: the body cannot be read at all. */
export const unreadable = (detail: string) => refusal(400, { detail });

/** 401: who the caller is was not shown, or is not believed. */
export const unauthorized = (body: Failure, headers: Record<string, string> = {}) =>
  refusal(401, body, { 'www-authenticate': 'Bearer realm="api"', ...headers });

/** 403: known, but not for this role. */
export const forbidden = () =>
  refusal(403, { detail: 'У вас недостаточно прав для выполнения данного действия.' });

export const notFound = () => refusal(404, { detail: 'Страница не найдена.' });

/** 404: there is no such object, or the caller may not know of it. */
export const noSuchObject = () => refusal(404, { detail: 'Объект не найден.' });

/** 409: the move is not one that this state has. */
export const invalidTransition = (current: string, allowed: readonly string[]) =>
  refusal(409, {
    detail: 'Из текущего состояния это действие невозможно. Обновите страницу.',
    code: 'invalid_transition',
    current,
    allowed: [...allowed],
  });

/** 409: the object has changed since the caller saw it. */
export const versionConflict = (current: string) =>
  refusal(409, {
    detail: 'Данные успел изменить кто-то другой. Обновите страницу и повторите.',
    code: 'version_conflict',
    current,
  });

/** 409 for another reason. */
export const conflict = (code: ErrorCode, detail: string, more: Partial<Failure> = {}) =>
  refusal(409, { detail, code, ...more });

/** 409: an amount that fits by itself and not together with the others. */
const totalTooLarge = () =>
  conflict(
    'blocked',
    'Сумма слишком велика: вместе с остальными она выходит за пределы учета. Проверьте ее.',
  );

/** PostgreSQL: a number beyond its column. */
const OUT_OF_RANGE = '22003';

/** Refusal that an error stands for: an `ApiError` itself, or an amount beyond the bounds of migration 0039. Undefined for other errors. */
export function refusalIn(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { code, constraint } = Object(error) as { code?: unknown; constraint?: unknown };
  return code === OUT_OF_RANGE || constraint === 'total_kop' ? totalTooLarge() : undefined;
}

export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  refusal(405, { detail: `Метод "${method}" не разрешен.` }, { allow: allowed.join(', ') });

export const notAcceptable = () =>
  refusal(406, { detail: 'Невозможно удовлетворить "Accept" заголовок запроса.' });

export const tooLarge = () => refusal(413, { detail: 'Тело запроса слишком велико.' });

export const unsupportedMediaType = (type: string) =>
  refusal(415, { detail: `Неподдерживаемый тип данных "${type.slice(0, 100)}" в запросе.` });

/** 429. The wait is told in whole minutes from a minute on, in seconds below. */
function tooMany(what: string, seconds: number) {
  const wait = seconds < 60 ? `${seconds} с` : `${Math.ceil(seconds / 60)} мин`;
  return refusal(429, { detail: `${what} Повторите через ${wait}` }, { 'retry-after': String(seconds) });
}

/** 429: the caller has tried too often. */
export const tooManyAttempts = (seconds: number) => tooMany('Слишком много попыток.', seconds);

/** 429: more leads come through a public form than it takes; the sender need not be to blame. */
export const tooManyLeads = (seconds: number) =>
  tooMany('Сейчас через эту форму приходит слишком много заявок.', seconds);

/** 429: an organization asks for more costly work than it may within a while. */
export const tooManyCalls = (seconds: number) =>
  tooMany('Слишком много действий за короткое время.', seconds);

/** 500. The number is that of the request, under which the log has the cause. */
export const internal = (incident: string) =>
  refusal(500, {
    detail: `На сервере произошла ошибка. Номер для техподдержки: ${incident}`,
    code: 'server_error',
    incident,
  });

/** 503: something this server depends on does not answer; worth trying again. */
export const unavailable = (body: Failure) => refusal(503, body, { 'retry-after': '5' });

/** 502: this process is about to end, and a proxy is to ask another. Nothing else is answered so. */
export const draining = () =>
  refusal(502, { detail: 'Сервер перезапускается. Повторите через минуту.', code: 'unavailable' });

/** 503: there is no room to write. */
export const diskFull = () =>
  unavailable({
    detail: 'На диске сервера закончилось место, и ничего нельзя сохранить. Сообщите администратору.',
    code: 'unavailable',
  });

/** 503: the disk takes nothing, for another reason than its room. */
export const diskUnwritable = () =>
  unavailable({
    detail: 'Диск сервера не принимает запись, и ничего нельзя сохранить. Сообщите администратору.',
    code: 'unavailable',
  });

/** 503: what is on the disk is not what was written there. */
export const damagedData = () =>
  unavailable({
    detail: 'Часть данных на диске сервера повреждена. Сообщите администратору: нужна резервная копия.',
    code: 'unavailable',
  });

/** 503: the database does not answer. */
export const databaseOut = () => unavailable({ detail: 'База данных не отвечает.', code: 'unavailable' });
