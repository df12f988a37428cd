import type { ErrorCode, Failure, FieldErrors } from '@referral-dashboard/api-contract';

/** Response to a refused request. */
export type ErrorResponse = { status: number; body: Failure | FieldErrors; headers?: Record<string, string> };

/** A refusal that is part of the contract. It is sent to the client unchanged. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly response: ErrorResponse;

  constructor(response: ErrorResponse) {
    super(`answered ${response.status}`);
    this.response = response;
  }
}

/** Returns the refusal as one sentence, for results that list several refusals. */
export function formatRefusal({ response: { body } }: ApiError): string {
  if (typeof body.detail === 'string') return body.detail;
  return Object.values(body)
    .flat()
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
}

const refusal = (status: number, body: Failure, headers: Record<string, string> = {}) =>
  new ApiError({ status, body, headers });

/** 400: the body is invalid; sentences by field. */
export const invalid = (fields: FieldErrors) => new ApiError({ status: 400, body: fields });

/** 400: the body cannot be parsed. */
export const unreadable = (detail: string) => refusal(400, { detail });

/** 401: credentials are missing or invalid. */
export const unauthorized = (body: Failure, headers: Record<string, string> = {}) =>
  refusal(401, body, { 'www-authenticate': 'Bearer realm="api"', ...headers });

/** 403: the role of the caller may not make this call. */
export const forbidden = () =>
  refusal(403, { detail: 'У вас недостаточно прав для выполнения данного действия.' });

/** 403: API keys may not make this call. */
export const closedToKeys = () => refusal(403, { detail: 'Этот вызов закрыт для ключей API.' });

/** 403: the call requires another scope. */
export const outOfScope = (scope: string) => refusal(403, { detail: `У ключа API нет права ${scope}.` });

export const notFound = () => refusal(404, { detail: 'Страница не найдена.' });

/** 404: the object does not exist, or the caller may not see it. */
export const noSuchObject = () => refusal(404, { detail: 'Объект не найден.' });

/** 409: the state has no such transition. */
export const invalidTransition = (current: string, allowed: readonly string[]) =>
  refusal(409, {
    detail: 'В текущем статусе это действие невозможно. Обновите страницу.',
    code: 'invalid_transition',
    current,
    allowed: [...allowed],
  });

/** 409: the object has changed since the caller read it. */
export const versionConflict = (current: string) =>
  refusal(409, {
    detail: 'Данные успел изменить кто-то другой. Обновите страницу и повторите.',
    code: 'version_conflict',
    current,
  });

/** 409 for another reason. */
export const conflict = (code: ErrorCode, detail: string, more: Partial<Failure> = {}) =>
  refusal(409, { detail, code, ...more });

/** 409: the amount is valid by itself, but the total exceeds the limit. */
const totalTooLarge = () =>
  conflict(
    'blocked',
    'Сумма слишком велика: вместе с остальными она выходит за пределы учета. Проверьте ее.',
  );

/** 409: a change of a month whose figures are final. */
const monthClosed = () =>
  conflict('closed', 'Месяц закрыт, его цифры не меняются. Открыть его может владелец: «Выплаты», «Налоги».');

/** PostgreSQL's code for a number outside the range of its column. */
const OUT_OF_RANGE = '22003';

/**
 * Returns the refusal for an error: an `ApiError` itself, or 409 for an amount beyond the bounds of migration 0039 and for a change of a
 * closed month. Undefined for other errors.
 */
export function refusalIn(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { code, constraint } = Object(error) as { code?: unknown; constraint?: unknown };
  if (constraint === 'closed_month') return monthClosed();
  return code === OUT_OF_RANGE || constraint === 'total_kop' ? totalTooLarge() : undefined;
}

export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  refusal(405, { detail: `Метод "${method}" не разрешен.` }, { allow: allowed.join(', ') });

export const notAcceptable = () =>
  refusal(406, { detail: 'Невозможно удовлетворить "Accept" заголовок запроса.' });

export const tooLarge = () => refusal(413, { detail: 'Тело запроса слишком велико.' });

export const unsupportedMediaType = (type: string) =>
  refusal(415, { detail: `Неподдерживаемый тип данных "${type.slice(0, 100)}" в запросе.` });

/** 429. The message states the wait in whole minutes from one minute on, in seconds below. */
function tooMany(what: string, seconds: number, headers: Record<string, string> = {}) {
  const wait = seconds < 60 ? `${seconds} с` : `${Math.ceil(seconds / 60)} мин`;
  return refusal(
    429,
    { detail: `${what} Повторите через ${wait}` },
    { 'retry-after': String(seconds), ...headers },
  );
}

/** 429: too many attempts of the caller. */
export const tooManyAttempts = (seconds: number) => tooMany('Слишком много попыток.', seconds);

/** 429: a public form gets more leads than its limit. The sender may have sent only one. */
export const tooManyLeads = (seconds: number) =>
  tooMany('Сейчас через эту форму приходит слишком много заявок.', seconds);

/** 429: an API key makes too many calls. */
export const tooManyKeyCalls = (seconds: number, headers: Record<string, string>) =>
  tooMany('Слишком много вызовов по этому ключу API.', seconds, headers);

/** 429: an organization makes too many costly calls. */
export const tooManyCalls = (seconds: number) =>
  tooMany('Слишком много действий за короткое время.', seconds);

/** 500. The number is the id of the request; the log has the cause under it. */
export const internal = (incident: string) =>
  refusal(500, {
    detail: `На сервере произошла ошибка. Номер для техподдержки: ${incident}`,
    code: 'server_error',
    incident,
  });

/** 503: a dependency of this server does not respond. The client may retry. */
export const unavailable = (body: Failure) => refusal(503, body, { 'retry-after': '5' });

/** 503: too many uploaded files wait for this process. */
export const tooManyUploads = () =>
  unavailable({
    detail: 'Сейчас загружается слишком много файлов. Повторите через минуту.',
    code: 'unavailable',
  });

/** 502: this process is about to end and the proxy must use another one. No other error uses this status. */
export const draining = () =>
  refusal(502, { detail: 'Сервер перезапускается. Повторите через минуту.', code: 'unavailable' });

/** 503: the disk is full. */
export const diskFull = () =>
  unavailable({
    detail: 'На диске сервера закончилось место, и ничего нельзя сохранить. Сообщите администратору.',
    code: 'unavailable',
  });

/** 503: the disk refuses writes for another reason than missing space. */
export const diskUnwritable = () =>
  unavailable({
    detail: 'Диск сервера не принимает запись, и ничего нельзя сохранить. Сообщите администратору.',
    code: 'unavailable',
  });

/** 503: the stored data is damaged. */
export const damagedData = () =>
  unavailable({
    detail: 'Часть данных на диске сервера повреждена. Сообщите администратору: нужна резервная копия.',
    code: 'unavailable',
  });

/** 503: the database does not respond. */
export const databaseUnavailable = () =>
  unavailable({ detail: 'База данных не отвечает.', code: 'unavailable' });
