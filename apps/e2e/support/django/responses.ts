/** Exact responses of Django REST framework 3.14 with SimpleJWT 5.2. */
export type DjangoResponse = { status: number; body: object | string };

const page = (title: string, text: string) =>
  `<!doctype html>\n<html lang="en">\n<head>\n  <title>${title}</title>\n</head>\n<body>\n  <h1>${title}</h1><p>${text}</p>\n</body>\n</html>\n`;

const expired = 'Токен недействителен или просрочен';
const required = ['Обязательное поле.'];

export const ok = (body: object): DjangoResponse => ({ status: 200, body });

export const responses = {
  wrongPassword: {
    status: 401,
    body: { detail: 'Не найдено активной учетной записи с указанными данными' },
  },
  missing: (fields: readonly string[]): DjangoResponse => ({
    status: 400,
    body: Object.fromEntries(fields.map((field) => [field, required])),
  }),
  tokenNotValid: { status: 401, body: { detail: expired, code: 'token_not_valid' } },
  blacklisted: { status: 401, body: { detail: 'Токен занесен в черный список', code: 'token_not_valid' } },
  noCredentials: { status: 401, body: { detail: 'Учетные данные не были предоставлены.' } },
  accessNotValid: {
    status: 401,
    body: {
      detail: 'Данный токен недействителен для любого типа токена',
      code: 'token_not_valid',
      messages: [{ token_class: 'AccessToken', token_type: 'access', message: expired }],
    },
  },
  badEmail: { status: 400, body: { email: ['Введите правильный адрес электронной почты.'] } },
  methodNotAllowed: (method: string): DjangoResponse => ({
    status: 405,
    body: { detail: `Метод "${method}" не разрешен.` },
  }),
  notFound: {
    status: 404,
    body: page('Not Found', 'The requested resource was not found on this server.'),
  },
  serverError: { status: 500, body: page('Server Error (500)', '') },
} satisfies Record<string, DjangoResponse | ((...parts: never[]) => DjangoResponse)>;
