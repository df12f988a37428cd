/** Sentences shown to people where the server gave none. */
export interface Messages {
  /** Login failed without a `detail`, or was overtaken. */
  readonly login: string;
  /** The user could not be loaded, without a `detail`. */
  readonly user: string;
  /** The profile could not be saved, without a `detail`; or the session ended meanwhile. */
  readonly profile: string;
  /** The server could not be asked. */
  readonly unreachable: string;
}

export const defaultMessages: Messages = {
  login: 'Ошибка входа',
  user: 'Ошибка загрузки пользователя',
  profile: 'Ошибка сохранения',
  unreachable: 'Нет связи с сервером',
};
