import type { AuthError } from './errors.ts';

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

/** Some of the sentences, or a function that is asked at each error; `undefined` is the built-in sentence. */
export type MessagesOption =
  | Partial<Messages>
  | ((error: AuthError, about: keyof Messages) => string | undefined);

export const messagesEn: Messages = {
  login: 'Sign-in failed',
  user: 'The user could not be loaded',
  profile: 'Saving failed',
  unreachable: 'The server cannot be reached',
};

/** The sentences in Russian. */
export const messagesRu: Messages = {
  login: 'Ошибка входа',
  user: 'Ошибка загрузки пользователя',
  profile: 'Ошибка сохранения',
  unreachable: 'Нет связи с сервером',
};
